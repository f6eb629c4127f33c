// Records and ways to keep them on disk, for properties that hold for all of them.
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "state/page_files.h"
#include "support/hash.h"

namespace clew::state {

using Bytes = std::vector<uint8_t>;

/// Bytes that follow from their length and a number.
inline Bytes recordOf(size_t length, uint64_t seed) {
  Bytes bytes(length);
  for (size_t i = 0; i < length; ++i)
    bytes[i] = static_cast<uint8_t>(support::hashPair(static_cast<uint32_t>(seed), static_cast<uint32_t>(i)) >> 56);
  return bytes;
}

/// Mostly short ones, some that fill a page to its end or several pages.
inline Bytes randomRecord() {
  const auto length = *rc::gen::weightedOneOf<size_t>(
      {{6, rc::gen::inRange<size_t>(0, 200)},
       {2, rc::gen::inRange<size_t>(PageFiles::kContent - 12, PageFiles::kContent + 12)},
       {1, rc::gen::inRange<size_t>(0, 5 * PageFiles::kPageBytes)}});
  return recordOf(length, *rc::gen::inRange<uint64_t>(0, 1000));
}

/// Any layout, any policy, few pages in the cache and in a block.
inline FileOptions randomOptions() {
  FileOptions options;
  options.name = "records";
  options.layout = *rc::gen::element(Layout::Single, Layout::Blocks, Layout::Hashed);
  options.policy = *rc::gen::element(CachePolicy::Lru, CachePolicy::Lfu, CachePolicy::Fifo, CachePolicy::Lifo,
                                     CachePolicy::FlushWhenFull, CachePolicy::TwoDimensional, CachePolicy::None);
  options.cacheBytes = PageFiles::kPageBytes * *rc::gen::inRange<uint64_t>(0, 20);
  options.blockBytes = PageFiles::kPageBytes * *rc::gen::inRange<uint64_t>(1, 4);
  return options;
}

}  // namespace clew::state
