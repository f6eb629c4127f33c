// How the tree of choices is walked. A search sees the machine as states with numbered alternatives and
// nothing else; every order is one file with the same shape.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "machine/machine.h"
#include "machine/path.h"
#include "machine/reduction.h"
#include "machine/symmetry.h"
#include "property/invariants.h"
#include "property/property.h"
#include "search/heuristic_spec.h"
#include "search/range.h"
#include "state/page_files.h"

namespace clew::search {

class Recorder;
class RunDirectory;

enum class Order : uint8_t {
  DepthFirst,
  BreadthFirst,
  BestFirst,           // by the heuristic
  AStar,               // by the heuristic and the depth
  IterativeDeepening,  // depth-first up to a rising bound on both
  Beam,                // level by level, a few states of each
  RandomWalk           // random paths
};

/// As on the command line.
const char* nameOf(Order order);
/// Whether states are looked at in an order that heuristics decide.
bool isDirected(Order order);

/// How visited states are remembered.
enum class StoreKind : uint8_t {
  Memory,       // exactly
  HashCompact,  // by 40 bits each: incomplete
  BitState,     // by three bits each in a fixed array: incomplete
  External,     // on disk, with a small record of each in memory
  Strict        // on disk; memory does not grow with their number
};

/// As on the command line.
const char* nameOf(StoreKind store);

/// Of a search whose states are on disk.
struct ExternalOptions {
  RunDirectory* run = nullptr;
  state::Layout layout = state::Layout::Blocks;
  state::CachePolicy cache = state::CachePolicy::Lru;
  uint64_t cacheBytes = uint64_t{16} << 20;
  uint64_t memoryBytes = uint64_t{256} << 20;  // for everything
};

struct Options {
  Order order = Order::DepthFirst;
  unsigned jobs = 1;  // workers
  StoreKind store = StoreKind::Memory;
  uint64_t bitstateBytes = uint64_t{256} << 20;
  ExternalOptions external;
  bool stateless = false;
  machine::ReductionKind reduction = machine::ReductionKind::None;
  machine::SymmetryKind symmetry = machine::SymmetryKind::None;
  bool executeAll = false;  // every step is executed, none is remembered
  uint64_t maxDepth = 0;    // steps; 0: no bound
  uint64_t maxStates = 0;   // 0: no bound
  /// Parts of the tree, explored one after the other, depth-first or breadth-first; none: everything.
  std::vector<Range> ranges;
  bool isJob = false;             // of several processes, which search together
  bool rangesShareStates = true;  // false: each range has visited states of its own
  property::PropertySet properties = property::PropertySet::defaults();
  /// Of a certifier: what the script is about, at most the above. The reduction goes by it as that of the search did.
  std::optional<property::PropertySet> stated;
  machine::Complaints complaints;
  const property::Invariants* invariants = nullptr;  // or none
  /// Where threads stop for the invariants; none: wherever these need it. Elsewhere somebody looks without a stop: a
  /// certifier that wants to know more than the search whose states it goes through.
  const property::Stops* stops = nullptr;
  machine::MachineLimits machine;
  HeuristicSpec heuristics;      // of a directed search
  uint64_t beamWidth = 1000;     // states that a beam search keeps of a level
  uint64_t walks = 0;            // paths of a random walk; 0: no bound
  uint64_t seed = 0;             // of a random walk
  Recorder* recorder = nullptr;  // of a depth-first search with one worker; or none
};

/// Counters of a search, of all its workers together, readable by another thread while it runs.
struct Statistics {
  std::atomic<uint64_t> states{0};
  std::atomic<uint64_t> transitions{0};
  std::atomic<uint64_t> passed{0};    // states that were passed through without being stored
  std::atomic<uint64_t> spared{0};    // steps that were not taken because others lead to the same states
  std::atomic<uint64_t> depth{0};     // steps to the deepest state so far
  std::atomic<uint64_t> frontier{0};  // states waiting to be expanded
  std::atomic<uint64_t> storeBytes{0};
  std::vector<uint64_t> statesByThreads;  // by number of live threads; complete only at the end

  /// What a range came to.
  struct OfRange {
    uint64_t states = 0;  // that no range before had, if they share their states
    uint64_t transitions = 0;
    double seconds = 0;
  };
  std::vector<OfRange> ranges;  // those that were begun; complete only at the end

  /// What a search did on disk; complete only at the end.
  struct Disk {
    uint64_t bytes = 0;  // of all files
    uint64_t written = 0, read = 0;
    double writeSeconds = 0, readSeconds = 0;
    uint64_t cacheHits = 0, cacheMisses = 0;
    uint64_t checkpoints = 0;
    uint64_t pauses = 0;  // tables in memory that were thrown away
  };
  std::optional<Disk> disk;

  /// What one of several processes did in a search that they did together; complete only at the end.
  struct Rank {
    uint64_t states = 0, transitions = 0;
    uint64_t claims = 0;               // states that it asked others about
    uint64_t messages = 0, bytes = 0;  // sent
    uint64_t steals = 0;               // times that it got something to do from others
    double seconds = 0;
  };
  std::vector<Rank> ranks;

  /// What a symbolic search did; complete only at the end.
  struct Symbolic {
    uint64_t branches = 0;  // on symbols, both ways counted
    uint64_t pruned = 0;    // of them, without a solver
    uint64_t queries = 0;   // paths that solvers were asked about
    uint64_t solverCalls = 0;
    uint64_t nogoods = 0;
    uint64_t terms = 0;
  };
  std::optional<Symbolic> symbolic;

  /// What a search by predicate abstraction did; complete only at the end.
  struct Abstract {
    uint64_t states = 0;  // of the last abstraction
    uint64_t heads = 0;   // of loops
    uint64_t variables = 0;
    uint64_t predicates = 0;
    uint64_t interpolants = 0;  // of the predicates
    uint64_t refinements = 0;
    uint64_t solverCalls = 0;
    uint64_t terms = 0;
    double seconds = 0;  // of the processor
  };
  std::optional<Abstract> abstract;

  /// Takes in those of another search of the same program.
  void add(const Statistics& other);
  /// Begins anew.
  void reset();
};

/// Why a search that found nothing does not prove that there is nothing.
struct Shortfall {
  bool depth = false;                  // paths were cut at the bound
  bool states = false;                 // the bound on states was reached
  bool interrupted = false;            // somebody asked to stop
  bool full = false;                   // there was no room for more states
  bool lossy = false;                  // the store may have taken a new state for a known one
  bool beam = false;                   // states were dropped because others seemed better
  bool walks = false;                  // only some paths were tried
  bool part = false;                   // only some ranges of paths were explored
  std::vector<std::string> cuts;       // loops that were not gone round often enough, and other bounds
  std::optional<std::string> disk;     // what the disk could not do
  std::optional<std::string> unknown;  // something could not be executed
};

struct Result {
  std::optional<property::Violation> violation;
  machine::Path path;  // to the violation, or to what could not be executed
  Shortfall shortfall;
  std::vector<std::string> notes;  // what was taken for granted on the way

  /// Takes in what another search of the same program found, or another worker. The first violation counts.
  void add(Result other);
};

/// The reduction that a search with these options uses: none where every path, or every value of a variable, is
/// looked at.
machine::ReductionKind reductionOf(const Options& options);

/// Whether it leaves out steps whose states others lead to, but no states (sleep.h).
bool sleeps(const Options& options);
/// What people call the reduction that is used.
const char* reductionNameOf(const Options& options);

/// The same for symmetry.
machine::SymmetryKind symmetryOf(const Options& options);

/// Whether faults can happen that these options do not report, so that they end their path and no more.
bool faultsEndPaths(const Options& options);

/// How many threads main creates before anything keeps it, at a guess: by letting it run for a while. States have
/// places for so many, see machine/snapshot.h.
uint32_t expectedThreads(const program::Program& program, const Options& options);

/// Explores every path of the program, or every state, and stops at the first violation. The `stop`
/// flag is obeyed between and inside steps. With several workers, which violation is the first depends on
/// chance; whether there is one does not, nor the number of states of a search that ends by itself.
Result explore(const program::Program& program, const Options& options, const std::atomic<bool>& stop,
               Statistics& statistics);

}  // namespace clew::search
