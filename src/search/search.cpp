#include "search/search.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <span>

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
  spared += other.spared;
  depth = std::max<uint64_t>(depth, other.depth);
  storeBytes = std::max<uint64_t>(storeBytes, other.storeBytes);
  if (other.disk) disk = other.disk;
  if (!other.ranks.empty()) ranks = other.ranks;
  if (!abstract) {
    abstract = other.abstract;
  } else if (other.abstract) {
    abstract->states += other.abstract->states;
    abstract->seconds += other.abstract->seconds;
    abstract->heads += other.abstract->heads;
    abstract->variables += other.abstract->variables;
    abstract->predicates += other.abstract->predicates;
    abstract->interpolants += other.abstract->interpolants;
    abstract->refinements += other.abstract->refinements;
    abstract->solverCalls += other.abstract->solverCalls;
    abstract->terms = std::max(abstract->terms, other.abstract->terms);
  }
  if (!symbolic) {
    symbolic = other.symbolic;
  } else if (other.symbolic) {
    symbolic->branches += other.symbolic->branches;
    symbolic->pruned += other.symbolic->pruned;
    symbolic->queries += other.symbolic->queries;
    symbolic->solverCalls += other.symbolic->solverCalls;
    symbolic->nogoods += other.symbolic->nogoods;
    symbolic->terms = std::max(symbolic->terms, other.symbolic->terms);
  }
  ranges.resize(std::max(ranges.size(), other.ranges.size()));
  for (size_t i = 0; i < other.ranges.size(); ++i) {
    ranges[i].states += other.ranges[i].states;
    ranges[i].transitions += other.ranges[i].transitions;
    ranges[i].seconds += other.ranges[i].seconds;
  }
  statesByThreads.resize(std::max(statesByThreads.size(), other.statesByThreads.size()), 0);
  for (size_t i = 0; i < other.statesByThreads.size(); ++i) statesByThreads[i] += other.statesByThreads[i];
}

void Statistics::reset() {
  for (auto* counter : {&states, &transitions, &passed, &spared, &depth, &frontier, &storeBytes}) *counter = 0;
  statesByThreads.clear();
  ranges.clear();
  symbolic.reset();
  abstract.reset();
}

void Result::add(Result other) {
  if (!violation && (other.violation || (other.shortfall.unknown && !shortfall.unknown))) {
    violation = std::move(other.violation);
    path = std::move(other.path);
  }
  if (!shortfall.unknown) shortfall.unknown = std::move(other.shortfall.unknown);
  shortfall.depth |= other.shortfall.depth;
  shortfall.states |= other.shortfall.states;
  shortfall.interrupted |= other.shortfall.interrupted;
  shortfall.full |= other.shortfall.full;
  shortfall.lossy |= other.shortfall.lossy;
  shortfall.beam |= other.shortfall.beam;
  shortfall.walks |= other.shortfall.walks;
  for (std::string& note : other.notes) {
    if (notes.empty()) notes.push_back(std::move(note));
  }
}

namespace {

/// Whether every path, or every state, is looked at.
bool looksAtAll(const Options& options) {
  const bool isBounded = options.maxDepth > 0 || options.order == Order::IterativeDeepening;
  return options.stateless || isBounded || options.order == Order::RandomWalk || options.invariants != nullptr;
}

}  // namespace

machine::ReductionKind reductionOf(const Options& options) {
  const bool keepsStates = looksAtAll(options) || options.reduction == machine::ReductionKind::Sleep;
  return keepsStates ? machine::ReductionKind::None : options.reduction;
}

bool sleeps(const Options& options) {
  using machine::ReductionKind;
  const bool isAsked = options.reduction != ReductionKind::None && reductionOf(options) == ReductionKind::None;
  const bool isByStates = !options.stateless && options.maxDepth == 0 && options.store == StoreKind::Memory;
  const bool isKnownOrder = options.order == Order::DepthFirst || options.order == Order::BreadthFirst;
  const bool needsAllSteps = options.recorder != nullptr || options.executeAll || !options.ranges.empty() ||
                             (options.invariants != nullptr && !options.invariants->ofTransitions.empty()) ||
                             symmetryOf(options) != machine::SymmetryKind::None || options.isJob;
  return isAsked && isByStates && isKnownOrder && !needsAllSteps;
}

const char* reductionNameOf(const Options& options) {
  return machine::nameOf(sleeps(options) ? machine::ReductionKind::Sleep : reductionOf(options));
}

machine::SymmetryKind symmetryOf(const Options& options) {
  // The result of a thread that nobody asks for keeps memory reachable. A range means paths as they really are.
  return looksAtAll(options) || options.machine.reportLostMemory || !options.ranges.empty()
             ? machine::SymmetryKind::None
             : options.symmetry;
}

bool faultsEndPaths(const Options& options) {
  using property::Property;
  const property::PropertySet& reported = options.stated ? *options.stated : options.properties;
  const auto& all = property::allProperties();
  return std::any_of(all.begin(), all.end(), [&](const property::PropertyInfo& info) {
    const bool isFault = info.property != Property::Deadlock && info.property != Property::DataRace;
    return isFault && property::PropertySet::defaults().contains(info.property) && !reported.contains(info.property);
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

/// The ranges, one after the other, with the same visited states.
void walkRanges(Shared& shared, std::span<const Range> ranges) {
  using Clock = std::chrono::steady_clock;
  Statistics& statistics = shared.statistics;
  uint64_t most = 0;
  for (const Range& range : ranges) {
    if (shared.mustEnd()) {
      shared.result.shortfall.interrupted |= !shared.halt;
      break;
    }
    const auto begin = Clock::now();
    const uint64_t states = statistics.states;
    const uint64_t transitions = statistics.transitions;
    shared.begin(range);
    walk(shared);
    shared.tight.count(shared.visited, statistics);
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    statistics.ranges.push_back({statistics.states - states, statistics.transitions - transitions, seconds});
    most = std::max<uint64_t>(most, shared.workerBytes);
  }
  shared.workerBytes = most;
  if (shared.options.maxDepth > 0 && !shared.options.stateless) {
    shared.cutStates += static_cast<uint64_t>(shared.tight.cutAt(shared.options.maxDepth, shared.visited));
  }
}

/// One search. Empty if it turned out that threads must not change places; then `why` says so.
std::optional<Result> exploreOnce(const program::Program& program, const Options& options,
                                  const program::ThreadSymmetry* symmetry, const std::atomic<bool>& stop,
                                  Statistics& statistics, std::string& why) {
  Shared shared(program, options, symmetry, stop, statistics);
  shared.tables.threadPlaces = expectedThreads(program, options);
  if (options.ranges.empty()) {
    walk(shared);
  } else {
    walkRanges(shared, options.ranges);
  }
  why = shared.symmetryBroken;
  if (!why.empty() && !shared.result.violation) return std::nullopt;
  statistics.storeBytes = shared.bytes();
  shared.result.shortfall.depth |= shared.cutStates != 0;
  shared.result.shortfall.lossy = shared.visited.isLossy();
  shared.result.shortfall.part = !options.ranges.empty() && !tileTheTree(options.ranges);
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

/// The ranges, one after the other, each with visited states of its own.
Result exploreApart(const program::Program& program, const Options& options, const std::atomic<bool>& stop,
                    Statistics& statistics) {
  Result result;
  uint64_t most = 0;
  for (const Range& range : options.ranges) {
    Options one = options;
    one.ranges = {range};
    if (options.maxStates > 0) one.maxStates = options.maxStates - statistics.states;
    std::string why;
    result.add(*exploreOnce(program, one, nullptr, stop, statistics, why));
    most = std::max<uint64_t>(most, statistics.storeBytes);
    const Shortfall& shortfall = result.shortfall;
    if (result.violation || shortfall.interrupted || shortfall.full || shortfall.states) break;
    if (options.maxStates > 0 && statistics.states >= options.maxStates) {
      result.shortfall.states = &range != &options.ranges.back();
      break;
    }
  }
  statistics.storeBytes = most;
  result.shortfall.part = !tileTheTree(options.ranges);
  return result;
}

}  // namespace

Result explore(const program::Program& program, const Options& options, const std::atomic<bool>& stop,
               Statistics& statistics) {
  if (options.store == StoreKind::External || options.store == StoreKind::Strict) {
    return exploreOnDisk(program, options, stop, statistics);
  }
  if (options.ranges.size() > 1 && !options.rangesShareStates && !options.stateless) {
    return exploreApart(program, options, stop, statistics);
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
