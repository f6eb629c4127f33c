#include "state/candidate.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace clew::state {

namespace {

constexpr unsigned kDigitBits = 8;
constexpr uint64_t kDigitMask = (1u << kDigitBits) - 1;
constexpr size_t kFew = 48;  // that are sorted one by one

void insertionSort(std::span<Candidate> candidates) {
  for (size_t i = 1; i < candidates.size(); ++i) {
    const Candidate candidate = candidates[i];
    size_t place = i;
    for (; place > 0 && candidates[place - 1].word > candidate.word; --place) candidates[place] = candidates[place - 1];
    candidates[place] = candidate;
  }
}

/// The lowest bit of the highest digit in which two of these words differ; below 64 - kDigitBits.
unsigned highestDigit(std::span<const Candidate> candidates, bool& differ) {
  uint64_t differences = 0;
  for (const Candidate& candidate : candidates) differences |= candidate.word ^ candidates[0].word;
  differ = differences != 0;
  const auto width = static_cast<unsigned>(std::bit_width(differences));
  return width < kDigitBits ? 0 : width - kDigitBits;
}

/// Sorts what is in `from`; the result is there or in `to`, as asked for.
void sortInto(std::span<Candidate> from, std::span<Candidate> to, bool wantedInTo) {
  const auto deliver = [&] {
    if (wantedInTo) std::copy(from.begin(), from.end(), to.begin());
  };
  if (from.size() <= kFew) {
    insertionSort(from);
    return deliver();
  }
  bool differ = false;
  const unsigned shift = highestDigit(from, differ);
  if (!differ) return deliver();
  std::array<size_t, kDigitMask + 1> ends{};
  const auto digitOf = [shift](const Candidate& candidate) { return candidate.word >> shift & kDigitMask; };
  for (const Candidate& candidate : from) ++ends[digitOf(candidate)];
  size_t sum = 0;
  for (size_t& end : ends) sum += std::exchange(end, sum);  // where each digit begins; moving makes it the end
  for (const Candidate& candidate : from) to[ends[digitOf(candidate)]++] = candidate;
  size_t begin = 0;
  for (const size_t end : ends) {
    if (end > begin) sortInto(to.subspan(begin, end - begin), from.subspan(begin, end - begin), !wantedInTo);
    begin = end;
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
