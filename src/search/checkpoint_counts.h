// What every search on disk writes down of its statistics.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "search/run_directory.h"
#include "search/search.h"
#include "state/page_files.h"
#include "support/bytes.h"

namespace clew::search {

inline auto countersOf(Statistics& statistics) {
  return std::array{&statistics.states, &statistics.transitions, &statistics.passed, &statistics.depth};
}

inline void saveCounts(std::vector<uint8_t>& into, Statistics& statistics) {
  for (const auto* counter : countersOf(statistics)) support::appendTo(into, counter->load());
  support::appendTo<uint64_t>(into, statistics.statesByThreads.size());
  for (const uint64_t count : statistics.statesByThreads) support::appendTo(into, count);
}

/// False if what was saved makes no sense.
inline bool restoreCounts(support::CheckedReader& in, Statistics& statistics) {
  constexpr uint64_t kMostThreads = 1 << 20;
  for (auto* counter : countersOf(statistics)) *counter = in.get<uint64_t>();
  const auto threads = in.get<uint64_t>();
  if (threads > kMostThreads) return false;
  statistics.statesByThreads.resize(threads);
  for (uint64_t& count : statistics.statesByThreads) count = in.get<uint64_t>();
  return in.isValid();
}

/// What happened on disk.
inline Statistics::Disk diskUseOf(RunDirectory& run, const state::PageFiles::Statistics& pages) {
  const support::Disk::Traffic traffic = run.disk().traffic();
  return {run.disk().bytes(),  traffic.written, traffic.read, traffic.writeSeconds,
          traffic.readSeconds, pages.hits,      pages.misses, run.checkpoints()};
}

}  // namespace clew::search
