// What every search on disk writes down of its statistics and of its result, and what it does with them afterwards.
#pragma once

#include <array>
#include <cstdint>
#include <string>
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

inline void appendText(std::vector<uint8_t>& into, const std::string& text) {
  support::appendTo<uint64_t>(into, text.size());
  into.insert(into.end(), text.begin(), text.end());
}
inline std::string takeText(support::CheckedReader& in) {
  const auto bytes = in.take(in.get<uint64_t>());
  return {bytes.begin(), bytes.end()};
}

/// What a verdict has to mention, however much is explored after it.
inline void saveCaveats(std::vector<uint8_t>& into, const Result& result) {
  support::appendTo(into, result.shortfall.depth);
  appendText(into, result.shortfall.unknown.value_or(""));
  support::appendTo<uint64_t>(into, result.notes.size());
  for (const std::string& note : result.notes) appendText(into, note);
}

/// False if what was saved makes no sense.
inline bool restoreCaveats(support::CheckedReader& in, Result& result) {
  result.shortfall.depth = in.get<uint8_t>() != 0;
  if (const std::string unknown = takeText(in); !unknown.empty()) result.shortfall.unknown = unknown;
  for (auto count = in.get<uint64_t>(); count > 0 && in.isValid(); --count) result.notes.push_back(takeText(in));
  return in.isValid();
}

/// Whether a run that is gone on with has found as many states before as it may now; the result says so then.
inline bool isLimitReached(const Options& options, const Statistics& statistics, Result& result) {
  result.shortfall.states = options.maxStates > 0 && statistics.states >= options.maxStates;
  return result.shortfall.states;
}

/// What happened on disk.
inline Statistics::Disk diskUseOf(RunDirectory& run, const state::PageFiles::Statistics& pages) {
  const support::Disk::Traffic traffic = run.disk().traffic();
  return {run.disk().bytes(),  traffic.written, traffic.read, traffic.writeSeconds,
          traffic.readSeconds, pages.hits,      pages.misses, run.checkpoints()};
}

}  // namespace clew::search
