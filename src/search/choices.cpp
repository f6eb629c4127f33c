#include "search/choices.h"

#include <fmt/format.h>

#include <algorithm>

#include "support/random.h"

namespace clew::search {

namespace {

constexpr size_t kMostChoices = 2000;                      // of a random path
constexpr uint64_t kMostSteps = 100'000;                   // on its way, with those that are no choice
constexpr uint64_t kMostInstructions = uint64_t{1} << 26;  // in these

/// Whether steps without a choice come round for ever (Brent's algorithm).
class Rounds {
 public:
  void begin() { *this = {}; }
  bool isClosedBy(machine::StateKey key) {
    if (key == mark_) return true;
    if (++steps_ == nextMark_) {
      mark_ = key;
      nextMark_ *= 2;
    }
    return false;
  }

 private:
  machine::StateKey mark_;
  uint64_t steps_ = 0;
  uint64_t nextMark_ = 1;
};

/// A random choice of so many that keeps a path in a range; none if the path is its end already.
std::optional<uint32_t> choose(support::Random& random, uint32_t count, const machine::Path& path, const Range& range,
                               const Range::Place& place) {
  if (place.isOutside) return std::nullopt;
  uint32_t chosen = random.below(count);
  if (place.onFrom) chosen = std::max(chosen, (*range.from)[path.size()]);
  if (place.onTo) chosen = std::min(chosen, (*range.to)[path.size()]);
  return chosen;
}

/// True if the path is that of a whole run, or ends where the range does.
bool makePath(Choices& choices, const Range& range, support::Random& random, machine::Path& path) {
  Range::Place place = range.place();
  choices.start();
  uint64_t steps = 0;
  for (uint32_t count = choices.count(); count > 0; count = choices.count()) {
    const bool isLong = path.size() == kMostChoices || ++steps > kMostSteps;
    if (isLong || choices.machine().instructions() > kMostInstructions || choices.isStopped()) return false;
    if (count == 1) {
      choices.take(0);
      continue;
    }
    const auto chosen = choose(random, count, path, range, place);
    if (!chosen) return true;
    path.push(*chosen);
    place = range.placeOf(path, place, path.size() - 1);
    choices.take(*chosen);
  }
  return true;
}

}  // namespace

std::optional<support::Error> findMisfit(const program::Program& program, const Options& options,
                                         const machine::Path& path, const std::atomic<bool>& stop) {
  Choices choices(program, options, stop);
  Rounds rounds;
  choices.start();
  for (size_t next = 0; next < path.size();) {
    const uint32_t count = choices.count();
    if (choices.isStopped()) return support::Error{"there was no time to follow it"};
    if (count == 0) return support::Error{fmt::format("its choice number {} comes after the program's end", next + 1)};
    if (count == 1) {
      if (rounds.isClosedBy(choices.machine().save())) {
        return support::Error{fmt::format("the program never comes to its choice number {}", next + 1)};
      }
      choices.take(0);
      continue;
    }
    if (path[next] >= count) {
      return support::Error{fmt::format("its choice number {} has only {} alternatives", next + 1, count)};
    }
    rounds.begin();
    choices.take(path[next++]);
  }
  return std::nullopt;
}

void MadePaths::clip(const Range& range) {
  for (machine::Path& path : paths) {
    if (range.from && path < *range.from) path = *range.from;
  }
}

MadePaths randomPaths(const program::Program& program, const Options& options, const Range& range, size_t count,
                      uint64_t seed, const std::atomic<bool>& stop) {
  support::Random random(seed);
  MadePaths made;
  while (made.paths.size() < count && !stop) {
    Choices choices(program, options, stop);
    made.areCut |= !makePath(choices, range, random, made.paths.emplace_back());
  }
  made.clip(range);
  std::sort(made.paths.begin(), made.paths.end());
  return made;
}

}  // namespace clew::search
