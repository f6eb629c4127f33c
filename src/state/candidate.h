// A state that was found and is perhaps new: the word that it is, and the word that says how it was found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace clew::state {

struct Candidate {
  uint64_t word;
  uint64_t origin;
  bool operator==(const Candidate&) const = default;
};

/// Sorts candidates by their words; the scratch is as large. Radix sort from the highest digits that differ: the first
/// pass leaves parts that fit into the processor's caches, the second parts of a few.
void sortByWord(std::span<Candidate> candidates, std::span<Candidate> scratch);

/// Leaves of each word in sorted candidates the one with the smallest origin; returns how many there are.
size_t keepSmallestOrigins(std::span<Candidate> candidates);

}  // namespace clew::state
