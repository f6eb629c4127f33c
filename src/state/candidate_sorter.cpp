#include "state/candidate_sorter.h"

#include <algorithm>
#include <cassert>
#include <new>
#include <utility>

namespace clew::state {

namespace {

constexpr size_t kRecentShare = 8;  // one part of the memory in so many

size_t capacityFor(size_t bytes) {
  return std::max<size_t>((bytes - bytes / kRecentShare) / (2 * sizeof(Candidate)), 2);
}

}  // namespace

CandidateSorter::CandidateSorter(support::Disk& disk, const std::string& name, size_t bytes, BlockShape blocks)
    : files_(disk, name, RunShape{blocks, true}),
      recent_(bytes / kRecentShare),
      capacity_(capacityFor(bytes)),
      buffer_(capacity_),
      scratch_(capacity_) {
  if (buffer_.data() == nullptr || scratch_.data() == nullptr) throw std::bad_alloc();
}

void CandidateSorter::makeRoom() {
  reduce();
  if (count_ > capacity_ / 2) writeBuffer();
}

void CandidateSorter::reduce() {
  mostAtOnce_ = std::max(mostAtOnce_, count_);
  const std::span<Candidate> candidates(buffer_.data(), count_);
  sortByWord(candidates, {scratch_.data(), capacity_});
  count_ = keepSmallestOrigins(candidates);
}

void CandidateSorter::spill() {
  reduce();
  if (count_ > 0) writeBuffer();
}

void CandidateSorter::writeBuffer() {
  auto run = files_.write([this](RunWriter& writer) {
    for (size_t i = 0; i < count_; ++i) writer.add(buffer_[i].word, buffer_[i].origin);
  });
  count_ = 0;
  spilled_ = true;
  if (!run.has_value()) return;
  runs_.push_back(std::move(*run));
  ages_.push_back(0);
  while (ages_.size() >= kFanIn && ages_[ages_.size() - kFanIn] == ages_.back()) mergeLatest();
}

void CandidateSorter::mergeLatest() {
  const size_t first = runs_.size() - kFanIn;
  auto merged = files_.write([&](RunWriter& writer) {
    const auto add = [&](uint64_t word, uint64_t origin) { writer.add(word, origin); };
    Latest latest(add);
    const Readers readers = openRuns(first);
    for (auto tree = readers.tree(); !tree.atEnd(); tree.advance()) {
      latest.pass({tree.word(), tree.source().origin()});
    }
    latest.flush();
  });
  const uint32_t age = ages_.back() + 1;
  while (runs_.size() > first) {
    files_.retire(std::move(runs_.back()));
    runs_.pop_back();
  }
  ages_.resize(first);
  if (!merged.has_value()) return;  // the disk has failed, and nothing can be found any more
  runs_.push_back(std::move(*merged));
  ages_.push_back(age);
}

CandidateSorter::Readers CandidateSorter::openRuns(size_t first) {
  Readers opened;
  for (size_t i = first; i < runs_.size(); ++i) {
    opened.readers.push_back(files_.read(runs_[i]));
    opened.readers.back()->advance();
  }
  return opened;
}

MergeTree<RunReader> CandidateSorter::Readers::tree() const {
  std::vector<RunReader*> sources;
  sources.reserve(readers.size());
  for (const auto& reader : readers) sources.push_back(reader.get());
  return MergeTree<RunReader>(std::move(sources));
}

void CandidateSorter::beginLevel() {
  // What is remembered is in the buffer unless it was spilled; after a small level that is less to go through.
  if (spilled_ || count_ > recent_.size() / 8) {
    recent_.forgetAll();
  } else {
    for (size_t i = 0; i < count_; ++i) recent_.forget(buffer_[i].word);
  }
  for (auto& run : runs_) files_.retire(std::move(run));
  runs_.clear();
  ages_.clear();
  count_ = 0;
  spilled_ = false;
}

void CandidateSorter::save(std::vector<uint8_t>& into) const {
  assert(count_ == 0);
  files_.save(into, runs_);
  for (const uint32_t age : ages_) support::appendTo(into, age);
}

bool CandidateSorter::restore(support::CheckedReader& in) {
  recent_.forgetAll();
  count_ = 0;
  spilled_ = true;
  if (!files_.restore(in, runs_)) return false;
  ages_.assign(runs_.size(), 0);
  for (uint32_t& age : ages_) age = in.get<uint32_t>();
  if (!in.isValid()) files_.disk().fail("the checkpoint does not say which candidates there are");
  return in.isValid();
}

}  // namespace clew::state
