#include "state/candidate.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace clew::state {

namespace {

constexpr unsigned kMostDigitBits = 11;
constexpr size_t kFew = 16;  // that are sorted one by one

using Ends = std::array<size_t, size_t{1} << kMostDigitBits>;

void insertionSort(std::span<Candidate> candidates) {
  for (size_t i = 1; i < candidates.size(); ++i) {
    const Candidate candidate = candidates[i];
    size_t place = i;
    for (; place > 0 && candidates[place - 1].word > candidate.word; --place) candidates[place] = candidates[place - 1];
    candidates[place] = candidate;
  }
}

/// The bits in which some of these words differ.
uint64_t differences(std::span<const Candidate> candidates) {
  uint64_t bits = 0;
  for (const Candidate& candidate : candidates) bits |= candidate.word ^ candidates[0].word;
  return bits;
}

/// Sorts what is in `from`; the result is there or in `to`, as asked for.
void sortInto(std::span<Candidate> from, std::span<Candidate> to, bool wantedInTo) {
  const uint64_t differing = from.size() <= kFew ? 0 : differences(from);
  if (differing == 0) {
    if (from.size() <= kFew) insertionSort(from);
    if (wantedInTo) std::copy(from.begin(), from.end(), to.begin());
    return;
  }
  // As many digits as leave a few candidates for each.
  const auto width = static_cast<unsigned>(std::bit_width(differing));
  const unsigned bits = std::min({kMostDigitBits, static_cast<unsigned>(std::bit_width(from.size())) - 3, width});
  const auto digitOf = [shift = width - bits, mask = (uint64_t{1} << bits) - 1](const Candidate& candidate) {
    return candidate.word >> shift & mask;
  };
  const size_t digits = size_t{1} << bits;
  Ends ends;
  std::fill_n(ends.begin(), digits, 0);
  for (const Candidate& candidate : from) ++ends[digitOf(candidate)];
  size_t sum = 0;
  for (size_t i = 0; i < digits; ++i) sum += std::exchange(ends[i], sum);  // where each begins; moving makes it the end
  for (const Candidate& candidate : from) to[ends[digitOf(candidate)]++] = candidate;
  size_t begin = 0;
  for (size_t i = 0; i < digits; ++i) {
    const size_t count = ends[i] - begin;
    if (count > 0) sortInto(to.subspan(begin, count), from.subspan(begin, count), !wantedInTo);
    begin = ends[i];
  }
}

}  // namespace

void sortByWord(std::span<Candidate> candidates, std::span<Candidate> scratch) {
  sortInto(candidates, scratch.first(candidates.size()), false);
}

size_t keepSmallestOrigins(std::span<Candidate> candidates) {
  size_t kept = 0;
  for (const Candidate& candidate : candidates) {
    if (kept > 0 && candidates[kept - 1].word == candidate.word) {
      candidates[kept - 1].origin = std::min(candidates[kept - 1].origin, candidate.origin);
    } else {
      candidates[kept++] = candidate;
    }
  }
  return kept;
}

}  // namespace clew::state
