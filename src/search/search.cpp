#include "search/search.h"

#include <algorithm>
#include <new>

#include "search/beam.h"
#include "search/best_first.h"
#include "search/breadth_first.h"
#include "search/depth_first.h"
#include "search/external_search.h"
#include "search/iterative_deepening.h"
#include "search/random_walk.h"
#include "search/shared.h"
#include "search/strict_search.h"

namespace clew::search {

const char* nameOf(StoreKind store) {
  switch (store) {
    case StoreKind::HashCompact: return "hashcompact";
    case StoreKind::BitState: return "bitstate";
    case StoreKind::External: return "external";
    case StoreKind::Strict: return "strict";
    default: return "memory";
  }
}

const char* nameOf(Order order) {
  switch (order) {
    case Order::DepthFirst: return "dfs";
    case Order::BreadthFirst: return "bfs";
    case Order::BestFirst: return "best";
    case Order::AStar: return "astar";
    case Order::IterativeDeepening: return "ida";
    case Order::Beam: return "beam";
    case Order::RandomWalk: return "random";
  }
  return "";
}

bool isDirected(Order order) {
  return order == Order::BestFirst || order == Order::AStar || order == Order::IterativeDeepening ||
         order == Order::Beam;
}

void Statistics::add(const Statistics& other) {
  states += other.states;
  transitions += other.transitions;
  passed += other.passed;
  depth = std::max<uint64_t>(depth, other.depth);
  storeBytes = std::max<uint64_t>(storeBytes, other.storeBytes);
  if (other.disk) disk = other.disk;
  if (!other.ranks.empty()) ranks = other.ranks;
  statesByThreads.resize(std::max(statesByThreads.size(), other.statesByThreads.size()), 0);
  for (size_t i = 0; i < other.statesByThreads.size(); ++i) statesByThreads[i] += other.statesByThreads[i];
}

void Statistics::reset() {
  for (auto* counter : {&states, &transitions, &passed, &depth, &frontier, &storeBytes}) *counter = 0;
  statesByThreads.clear();
}

namespace {

/// Whether every path, or every state, is looked at.
bool looksAtAll(const Options& options) {
  const bool isBounded = options.maxDepth > 0 || options.order == Order::IterativeDeepening;
  return options.stateless || isBounded || options.order == Order::RandomWalk || options.invariants != nullptr;
}

}  // namespace

machine::ReductionKind reductionOf(const Options& options) {
  return looksAtAll(options) ? machine::ReductionKind::None : options.reduction;
}

machine::SymmetryKind symmetryOf(const Options& options) {
  // The result of a thread that nobody asks for keeps memory reachable.
  return looksAtAll(options) || options.machine.reportLostMemory ? machine::SymmetryKind::None : options.symmetry;
}

bool faultsEndPaths(const Options& options) {
  using property::Property;
  const auto& all = property::allProperties();
  return std::any_of(all.begin(), all.end(), [&](const property::PropertyInfo& info) {
    const bool isFault = info.property != Property::Deadlock && info.property != Property::DataRace;
    return isFault && property::PropertySet::defaults().contains(info.property) &&
           !options.properties.contains(info.property);
  });
}

uint32_t expectedThreads(const program::Program& program, const Options& options) {
  constexpr uint32_t kSteps = 2000;
  constexpr uint32_t kFewest = 4;
  const bool createsThreads = std::any_of(program.code.begin(), program.code.end(), [](const auto& instruction) {
    return instruction.op == program::Op::ThreadCreate;
  });
  if (!createsThreads) return kFewest;
  machine::StateTables tables;
  machine::ConcreteMachine machine(program, tables, options.machine);
  const std::atomic<bool> soon{true};  // steps end at every jump back
  machine.setStopFlags(&soon);
  machine.setComplaints(options.complaints);
  machine::Outcome outcome = machine.start();
  size_t most = kFewest;
  for (uint32_t step = 0; step < kSteps && outcome == machine::Outcome::Stopped; ++step) {
    most = std::max(most, machine.threads().size());
    const auto choices = machine.choices();
    if (choices.empty() || choices.front().thread != 0) break;
    outcome = machine.step(0);
  }
  return static_cast<uint32_t>(most);
}

namespace {

/// In the order that the options ask for.
void walk(Shared& shared) {
  switch (shared.options.order) {
    case Order::DepthFirst: return depthFirst(shared);
    case Order::BreadthFirst: return breadthFirst(shared);
    case Order::IterativeDeepening: return iterativeDeepening(shared);
    case Order::Beam: return beam(shared);
    case Order::RandomWalk: return randomWalk(shared);
    case Order::BestFirst:
    case Order::AStar: return bestFirst(shared);
  }
}

/// One search. Empty if it turned out that threads must not change places; then `why` says so.
std::optional<Result> exploreOnce(const program::Program& program, const Options& options,
                                  const program::ThreadSymmetry* symmetry, const std::atomic<bool>& stop,
                                  Statistics& statistics, std::string& why) {
  Shared shared(program, options, symmetry, stop, statistics);
  shared.tables.threadPlaces = expectedThreads(program, options);
  walk(shared);
  why = shared.symmetryBroken;
  if (!why.empty() && !shared.result.violation) return std::nullopt;
  statistics.storeBytes = shared.bytes();
  shared.result.shortfall.depth |= shared.cutStates != 0;
  shared.result.shortfall.lossy = shared.visited.isLossy();
  return std::move(shared.result);
}

/// If there is no memory for what such a search needs it is over; its last checkpoint stays.
Result exploreOnDisk(const program::Program& program, const Options& options, const std::atomic<bool>& stop,
                     Statistics& statistics) {
  try {
    return options.store == StoreKind::External ? searchExternally(program, options, stop, statistics)
                                                : searchStrictly(program, options, stop, statistics);
  } catch (const std::bad_alloc&) {
    Result result;
    result.shortfall.full = true;
    return result;
  }
}

}  // namespace

Result explore(const program::Program& program, const Options& options, const std::atomic<bool>& stop,
               Statistics& statistics) {
  if (options.store == StoreKind::External || options.store == StoreKind::Strict) {
    return exploreOnDisk(program, options, stop, statistics);
  }
  std::string why;
  if (symmetryOf(options) == machine::SymmetryKind::None) {
    return *exploreOnce(program, options, nullptr, stop, statistics, why);
  }
  const program::ThreadSymmetry symmetry = program::findThreadSymmetry(program);
  why = symmetry.refusal;
  if (symmetry.isUsable()) {
    if (auto result = exploreOnce(program, options, &symmetry, stop, statistics, why)) {
      for (const std::string& note : symmetry.notes) {
        result->notes.push_back("symmetry was not used for some threads: " + note);
      }
      return std::move(*result);
    }
    statistics.reset();
  }
  std::string none;
  Result result = *exploreOnce(program, options, nullptr, stop, statistics, none);
  if (!why.empty()) result.notes.push_back("symmetry was not used: " + why);
  return result;
}

}  // namespace clew::search
