// What a rank found and counted, as bytes for the others, and what all of them found together.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "distributed/worker.h"
#include "search/search.h"

namespace clew::distributed {

struct RankResult {
  search::Result result;
  Worker::Share share;
  uint64_t states = 0, transitions = 0, passed = 0, depth = 0, storeBytes = 0;
  std::vector<uint64_t> statesByThreads;
  uint64_t messages = 0;
  uint64_t bytes = 0;
  double seconds = 0;
  std::vector<search::Statistics::Rank> ranks;  // of those that were put together

  void take(const search::Statistics& statistics);
  void give(search::Statistics& statistics) const;

  std::vector<uint8_t> encode() const;
  static std::optional<RankResult> decode(std::span<const uint8_t> bytes);
  /// Of all ranks: a violation beats what is unknown, and that beats that there is nothing.
  static RankResult together(const std::vector<std::vector<uint8_t>>& all);
};

}  // namespace clew::distributed
