#include "state/run_files.h"

#include <fmt/format.h>

#include <algorithm>

namespace clew::state {

namespace {

struct SavedRun {
  uint64_t number;
  RunFacts facts;
};

}  // namespace

std::unique_ptr<RunWriter> RunFiles::begin() {
  const uint64_t salt = uint64_t{random_()} << 32 | random_();
  return std::make_unique<RunWriter>(disk_, nameOf(nextNumber_++), shape_, salt);
}

std::optional<RunFiles::Numbered> RunFiles::finish(RunWriter& writer, uint64_t number) {
  auto run = writer.finish();
  if (!run.has_value()) return std::nullopt;
  return Numbered{std::move(*run), number};
}

void RunFiles::retire(Numbered run) {
  const std::string name = run.run.name();
  if (run.named) {
    old_.push_back(name);
  } else {
    disk_.remove(name);
  }
}

void RunFiles::save(std::vector<uint8_t>& into, std::span<const Numbered> runs) const {
  support::appendTo(into, nextNumber_);
  support::appendTo(into, uint64_t{shape_.blocks.blockBytes});
  support::appendTo(into, uint64_t{runs.size()});
  for (const Numbered& run : runs) support::appendTo(into, SavedRun{run.number, run.run.facts()});
}

bool RunFiles::restore(support::CheckedReader& in, std::vector<Numbered>& runs) {
  runs.clear();
  if (!takeRuns(in, runs)) {
    disk_.fail(fmt::format("the checkpoint does not say where {} is", name_));  // unless more is known already
    return false;
  }
  removeOthers(runs);
  return !disk_.hasFailed();
}

bool RunFiles::takeRuns(support::CheckedReader& in, std::vector<Numbered>& runs) {
  nextNumber_ = in.get<uint64_t>();
  const auto blockBytes = in.get<uint64_t>();
  const auto count = in.get<uint64_t>();
  if (!in.isValid() || blockBytes != shape_.blocks.blockBytes || count > kMostRuns) return false;
  for (uint64_t i = 0; i < count; ++i) {
    const auto saved = in.get<SavedRun>();
    if (!in.isValid() || saved.number >= nextNumber_) return false;
    const auto isSame = [&](const Numbered& run) { return run.number == saved.number; };
    if (std::any_of(runs.begin(), runs.end(), isSame)) return false;
    auto run = Run::reopen(disk_, readAhead_, nameOf(saved.number), shape_, saved.facts);
    if (!run.has_value()) return false;
    runs.push_back({std::move(*run), saved.number, true});
  }
  return true;
}

void RunFiles::removeOthers(std::span<const Numbered> runs) {
  const std::string beginning = name_ + ".";
  for (const std::string& name : disk_.filesNamed(beginning)) {
    if (name.find_first_not_of("0123456789", beginning.size()) != std::string::npos) continue;
    const auto isThis = [&](const Numbered& run) { return run.run.name() == name; };
    if (std::none_of(runs.begin(), runs.end(), isThis)) disk_.remove(name);
  }
  old_.clear();
}

void RunFiles::forgetOld(std::span<Numbered> runs) {
  for (const std::string& name : old_) disk_.remove(name);
  old_.clear();
  for (Numbered& run : runs) run.named = true;
}

}  // namespace clew::state
