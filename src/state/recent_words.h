// A table of fixed size that remembers some of the candidates of a level, and so recognises most of those that come
// again soon. Nothing is ever taken for another: an entry is the whole word. What was remembered is lost when another
// word needs its place, which costs a candidate more on disk and nothing else.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>

#include "state/candidate.h"
#include "support/cache_pages.h"

namespace clew::state {

class RecentWords {
 public:
  /// As many entries as fit into so many bytes, a power of two.
  explicit RecentWords(size_t bytes)
      : size_(std::bit_floor(std::max<size_t>(bytes / sizeof(Candidate), 2))), entries_(size_) {
    if (entries_.data() == nullptr) throw std::bad_alloc();
    entries_[0] = kNothing;
  }

  /// Remembers a candidate; false if one with the same word and no larger origin was remembered already.
  bool insert(Candidate candidate) {
    Candidate& entry = entries_[placeOf(candidate.word)];
    if (entry.word == candidate.word && entry.origin <= candidate.origin) return false;
    entry = candidate;
    return true;
  }

  /// Forgets a word.
  void forget(uint64_t word) {
    const size_t place = placeOf(word);
    entries_[place] = place == 0 ? kNothing : Candidate{0, 0};
  }
  void forgetAll() {
    std::fill_n(entries_.data(), size_, Candidate{0, 0});
    entries_[0] = kNothing;
  }
  size_t size() const { return size_; }

 private:
  // An empty place holds a word that belongs elsewhere: 0, which belongs to the first place, and there 1, which does
  // not.
  static constexpr Candidate kNothing{1, 0};

  size_t placeOf(uint64_t word) const { return word * 0x9E3779B97F4A7C15u >> (64 - std::countr_zero(size_)); }

  size_t size_;
  support::CachePages<Candidate> entries_;
};

}  // namespace clew::state
