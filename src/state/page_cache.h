// The pages of a file that are in memory: a fixed number of frames in one piece of memory, found by the pages' numbers.
// What is thrown away when a page comes and there is no room is the policy's choice, because it should suit the order
// of the search: breadth-first reads what it wrote long ago and once, depth-first what it wrote a moment ago.
//
// The two-dimensional cache is that of "External Program Model Checking" (Edelkamp, Jabbar, Midzic, Rikowski, Sulewski,
// section 4.3): an array of l buckets with k entries each, a page's bucket follows from its number, and inside a bucket
// the first in is the first out.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "state/frame_index.h"
#include "state/use_order.h"
#include "support/hash.h"
#include "support/pages.h"

namespace clew::state {

enum class CachePolicy : uint8_t {
  Lru,             // gives up what was not used for the longest time
  Lfu,             // what was used least often since it came, among equals what was not used for the longest time
  Fifo,            // what came first
  Lifo,            // what came last
  FlushWhenFull,   // everything at once
  TwoDimensional,  // what came first into its bucket
  None             // keeps one page
};

/// As on the command line.
const char* nameOf(CachePolicy policy);
std::optional<CachePolicy> cachePolicyNamed(std::string_view name);

class PageCache {
 public:
  /// Entries of a bucket of the two-dimensional cache, if it has so many.
  static constexpr size_t kBucket = 8;

  /// A cache of so many pages, at least 1. All memory is taken here (std::bad_alloc if there is none), but what is not
  /// used costs addresses only.
  PageCache(size_t pageBytes, size_t pages, CachePolicy policy);
  PageCache(const PageCache&) = delete;  // its pages are referred to
  PageCache& operator=(const PageCache&) = delete;

  /// The page with this number, or null. Valid until a page is inserted.
  const uint8_t* find(uint64_t key) {
    const uint32_t frame = policy_ == CachePolicy::TwoDimensional ? findInBucket(key) : index_.find(key);
    if (frame == FrameIndex::kNone) {
      ++misses_;
      return nullptr;
    }
    ++hits_;
    if (policy_ <= CachePolicy::Lfu) order_.use(frame);
    return at(frame);
  }

  /// A frame for the page with this number, which is not there; the caller fills it. What was in it is thrown away.
  uint8_t* insert(uint64_t key);

  /// Throws everything away.
  void clear();

  /// How many pages fit: as many as asked for, or as many as make whole buckets.
  size_t pages() const { return frames_; }
  uint64_t hits() const { return hits_; }
  uint64_t misses() const { return misses_; }
  uint64_t bytes() const { return memory_.bytes() + index_.bytes() + order_.bytes() + keys_.size() * sizeof(uint64_t); }

 private:
  static constexpr uint64_t kNoKey = ~uint64_t{0};

  uint8_t* at(uint32_t frame) const { return static_cast<uint8_t*>(memory_.data()) + frame * pageBytes_; }
  size_t firstOfBucket(uint64_t key) const {
    return support::placeAmong(key * 0x9E3779B97F4A7C15u, frames_ / bucket_) * bucket_;
  }
  uint32_t findInBucket(uint64_t key) const {
    const size_t first = firstOfBucket(key);
    for (size_t frame = first; frame < first + bucket_; ++frame) {
      if (keys_[frame] == key) return static_cast<uint32_t>(frame);
    }
    return FrameIndex::kNone;
  }
  /// The frame that the policy gives to this page.
  uint32_t frameFor(uint64_t key);
  uint32_t nextInBucket(uint64_t key);

  const CachePolicy policy_;
  const size_t pageBytes_;
  const size_t bucket_;
  const size_t frames_;
  support::Pages memory_;
  std::vector<uint64_t> keys_;    // of each frame
  std::vector<uint32_t> oldest_;  // of each bucket, counted from its first
  FrameIndex index_;
  UseOrder order_;
  uint32_t used_ = 0;  // frames that have a page; those above have none
  uint32_t next_ = 0;  // first in, first out: the frame whose turn it is
  uint64_t hits_ = 0;
  uint64_t misses_ = 0;
};

}  // namespace clew::state
