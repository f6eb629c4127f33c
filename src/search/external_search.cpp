#include "search/external_search.h"

#include "search/checkpoint_counts.h"
#include "search/external_states.h"
#include "search/general_search.h"
#include "search/run_directory.h"

namespace clew::search {

namespace {

/// Searches on with new tables, until they are too large or the search ends; true if it is to be gone on with.
bool searchOn(const program::Program& program, const Options& options, const std::atomic<bool>& stop,
              Statistics& statistics, ExternalStates& states, Position& position, Result& result) {
  Shared shared(program, options, nullptr, stop, statistics, &states);
  shared.tables.threadPlaces = expectedThreads(program, options);
  shared.admitted = statistics.states.load();
  shared.cutStates = position.cutStates;
  shared.result = std::move(result);
  states.use(shared.tables);
  const bool goesOn = GeneralSearch(shared, states, position).run();
  result = std::move(shared.result);
  return goesOn;
}

}  // namespace

Result searchExternally(const program::Program& program, const Options& options, const std::atomic<bool>& stop,
                        Statistics& statistics) {
  support::Disk& disk = options.external.run->disk();
  Position position(options.order);
  Result result;
  ExternalStates states(options, position, statistics, result);
  uint64_t pauses = 0;
  bool goesOn = !isLimitReached(options, statistics, result);
  while (goesOn && !disk.hasFailed()) {
    goesOn = searchOn(program, options, stop, statistics, states, position, result);
    pauses += goesOn ? 1 : 0;
  }
  // A run that found something is not gone on with.
  if (!result.violation) states.checkpoint(position, result);
  result.shortfall.depth |= position.cutStates != 0;
  if (disk.hasFailed()) result.shortfall.disk = disk.error();
  statistics.disk = states.diskUse();
  statistics.disk->pauses = pauses;
  return result;
}

}  // namespace clew::search
