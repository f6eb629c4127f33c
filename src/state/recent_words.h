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

  /// False if a candidate with the same word and no larger origin is remembered; this one is, as a rule, from now on.
  bool insert(Candidate candidate) {
    if (--untilReview_ == 0) review();
    if (isPaused_) return true;
    Candidate& entry = entries_[placeOf(candidate.word)];
    if (entry.word == candidate.word && entry.origin <= candidate.origin) {
      ++recognised_;
      return false;
    }
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
  static constexpr uint32_t kPeriod = 1u << 16;  // candidates between two reviews
  static constexpr uint32_t kPause = 8;          // periods
  // An empty place holds a word that belongs elsewhere: 0, which belongs to the first place, and there 1, which does
  // not.
  static constexpr Candidate kNothing{1, 0};

  /// A table that recognises less than one in sixteen costs more than it saves; it is tried again after a while.
  void review() {
    isPaused_ = !isPaused_ && recognised_ < kPeriod / 16;
    untilReview_ = isPaused_ ? kPause * kPeriod : kPeriod;
    recognised_ = 0;
  }

  size_t placeOf(uint64_t word) const { return word * 0x9E3779B97F4A7C15u >> (64 - std::countr_zero(size_)); }

  size_t size_;
  support::CachePages<Candidate> entries_;
  uint32_t untilReview_ = kPeriod;
  uint32_t recognised_ = 0;  // since the last
  bool isPaused_ = false;
};

}  // namespace clew::state
