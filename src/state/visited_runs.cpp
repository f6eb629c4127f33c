#include "state/visited_runs.h"

#include <algorithm>
#include <utility>

#include "state/merge_tree.h"

namespace clew::state {

namespace {

/// No two runs have a word in common, unless somebody made them so.
void mergeInto(RunWriter& writer, MergeTree<RunReader> tree) {
  uint64_t previous = 0;
  for (; !tree.atEnd(); tree.advance()) {
    const uint64_t word = tree.word();
    if (word != previous || writer.words() == 0) writer.add(word);
    previous = word;
  }
}

}  // namespace

VisitedRuns::VisitedRuns(support::Disk& disk, const std::string& name, Shape shape)
    : shape_(shape), files_(disk, name, RunShape{shape.blocks, false}) {}

VisitedRuns::Level::Level(VisitedRuns& visited) : visited_(visited), young_(visited.young_.begin()) {
  for (auto run = visited.runs_.rbegin(); run != visited.runs_.rend(); ++run) {
    readers_.push_back(visited.files_.read(*run));
  }
}

bool VisitedRuns::Level::keepNew(uint64_t word) {
  if (isKnown(word)) return false;
  keep(word);
  return true;
}

bool VisitedRuns::Level::isKnown(uint64_t word) {
  const auto youngEnd = visited_.young_.cend();
  if (young_ != youngEnd && *young_ < word) young_ = std::lower_bound(young_, youngEnd, word);
  if (young_ != youngEnd && *young_ == word) return true;
  for (size_t i = 0; i < readers_.size();) {
    RunReader& reader = *readers_[i];
    if (reader.skipTo(word)) {
      if (reader.word() == word) return true;
      ++i;
    } else if (visited_.files_.disk().hasFailed()) {
      return true;  // nobody knows; it must not be taken for new
    } else {
      readers_.erase(readers_.begin() + static_cast<ptrdiff_t>(i));
    }
  }
  return false;
}

void VisitedRuns::Level::keep(uint64_t word) {
  if (writer_ != nullptr) return writer_->add(word);
  fresh_.push_back(word);
  if (fresh_.size() <= visited_.shape_.mostYoung) return;
  number_ = visited_.files_.nextNumber();
  writer_ = visited_.files_.begin();
  for (const uint64_t fresh : fresh_) writer_->add(fresh);
  fresh_.clear();
}

bool VisitedRuns::Level::finish() {
  readers_.clear();
  if (writer_ != nullptr) return visited_.addRun(visited_.files_.finish(*writer_, number_));
  visited_.words_ += fresh_.size();
  visited_.addYoung(fresh_);
  if (visited_.young_.size() <= visited_.shape_.mostYoung) return !visited_.files_.disk().hasFailed();
  visited_.words_ -= visited_.young_.size();  // they are counted again as a run
  const std::vector<uint64_t> young = std::exchange(visited_.young_, {});
  return visited_.addRun(visited_.files_.write([&](RunWriter& writer) {
    for (const uint64_t word : young) writer.add(word);
  }));
}

void VisitedRuns::addYoung(const std::vector<uint64_t>& fresh) {
  // From the back, so that what lies between two new words is moved at once and to its place.
  auto end = young_.insert(young_.end(), fresh.size(), 0);
  auto free = young_.end();
  for (auto word = fresh.rbegin(); word != fresh.rend(); ++word) {
    const auto place = std::upper_bound(young_.begin(), end, *word);
    free = std::move_backward(place, end, free);
    *--free = *word;
    end = place;
  }
}

bool VisitedRuns::addRun(std::optional<RunFiles::Numbered> run) {
  if (!run.has_value()) return false;
  words_ += run->run.words();
  runs_.push_back(std::move(*run));
  // The oldest run that is no larger than all younger ones together is merged with them.
  uint64_t younger = 0;
  size_t first = runs_.size();
  for (size_t i = runs_.size(); i-- > 0;) {
    if (runs_[i].run.words() <= younger) first = i;
    younger += runs_[i].run.words();
  }
  return first == runs_.size() || mergeFrom(first);
}

bool VisitedRuns::mergeFrom(size_t first) {
  auto merged = files_.write([&](RunWriter& writer) {
    std::vector<std::unique_ptr<RunReader>> readers;
    std::vector<RunReader*> sources;
    for (size_t i = first; i < runs_.size(); ++i) {
      readers.push_back(files_.read(runs_[i]));
      readers.back()->advance();
      sources.push_back(readers.back().get());
    }
    mergeInto(writer, MergeTree<RunReader>(std::move(sources)));
    rewritten_ += writer.words();
  });
  if (!merged.has_value()) return false;
  while (runs_.size() > first) {
    files_.retire(std::move(runs_.back()));
    runs_.pop_back();
  }
  runs_.push_back(std::move(*merged));
  return true;
}

size_t VisitedRuns::memory() const {
  size_t sum = young_.capacity() * sizeof(uint64_t);
  for (const auto& run : runs_) sum += run.run.memory();
  return sum;
}

void VisitedRuns::save(std::vector<uint8_t>& into) const {
  files_.save(into, runs_);
  support::appendTo(into, uint64_t{young_.size()});
  for (const uint64_t word : young_) support::appendTo(into, word);
}

bool VisitedRuns::restore(support::CheckedReader& in) {
  if (!files_.restore(in, runs_)) return false;
  if (!takeYoung(in)) {
    files_.disk().fail("the checkpoint does not say which states are visited");
    return false;
  }
  words_ = young_.size();
  for (const auto& run : runs_) words_ += run.run.words();
  return true;
}

bool VisitedRuns::takeYoung(support::CheckedReader& in) {
  young_.clear();
  const auto count = in.get<uint64_t>();
  if (!in.isValid() || count > shape_.mostYoung) return false;
  for (uint64_t i = 0; i < count; ++i) {
    const auto word = in.get<uint64_t>();
    if (!in.isValid() || (i > 0 && word <= young_.back())) return false;
    young_.push_back(word);
  }
  return true;
}

}  // namespace clew::state
