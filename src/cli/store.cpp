#include "cli/store.h"

#include <fmt/format.h>

#include <array>

#include "cli/certificate.h"
#include "cli/options.h"
#include "support/watchdog.h"

namespace clew::cli {

namespace {

using search::Order;
using search::StoreKind;

constexpr std::array kStores = {StoreKind::Memory, StoreKind::HashCompact, StoreKind::BitState, StoreKind::External,
                                StoreKind::Strict};
constexpr std::array kLayouts = {state::Layout::Single, state::Layout::Blocks, state::Layout::Hashed};
constexpr std::array kPolicies = {state::CachePolicy::Lru,           state::CachePolicy::Lfu,
                                  state::CachePolicy::Fifo,          state::CachePolicy::Lifo,
                                  state::CachePolicy::FlushWhenFull, state::CachePolicy::TwoDimensional,
                                  state::CachePolicy::None};

template <typename Kinds>
std::vector<std::string> namesOf(const Kinds& kinds) {
  std::vector<std::string> names;
  for (const auto kind : kinds) {
    if constexpr (std::is_same_v<typename Kinds::value_type, StoreKind>) {
      names.emplace_back(search::nameOf(kind));
    } else {
      names.emplace_back(state::nameOf(kind));
    }
  }
  return names;
}

bool isOnDisk(StoreKind store) { return store == StoreKind::External || store == StoreKind::Strict; }

/// What a store on disk does not go with.
std::optional<support::Error> findDiskMisfit(const std::string& store, const search::Options& options) {
  const Order order = options.order;
  if (options.jobs > 1) return support::Error{store + " has one worker: it does not go with --jobs"};
  if (options.symmetry != machine::SymmetryKind::None) return support::Error{store + " needs --symmetry none"};
  if (options.store == StoreKind::External) {
    const bool isPlain = order == Order::DepthFirst || order == Order::BreadthFirst;
    if (isPlain || order == Order::BestFirst || order == Order::AStar) return std::nullopt;
    return support::Error{store + " is for --search dfs, bfs, best and astar"};
  }
  if (order != Order::BreadthFirst && order != Order::AStar) {
    return support::Error{store + " is for --search bfs and astar"};
  }
  if (options.reduction != machine::ReductionKind::None) return support::Error{store + " needs --reduction none"};
  // A state that A* finds by a longer path first is not expanded again.
  if (options.order == Order::AStar && options.maxDepth > 0) {
    return support::Error{"--max-depth with " + store + " needs --search bfs"};
  }
  for (const search::WeightedHeuristic& heuristic : options.heuristics) {
    if (!search::usesHistory(heuristic.kind)) continue;
    return support::Error{fmt::format("{} does not keep the way to a state, so it does not go with --heuristic {}",
                                      store, search::nameOf(heuristic.kind))};
  }
  return std::nullopt;
}

/// What a store that may lose states, or is on disk, does not go with.
std::optional<support::Error> findMisfit(const search::Options& options) {
  const std::string store = std::string("--store ") + search::nameOf(options.store);
  if (options.stateless) return support::Error{"--stateless keeps no states, so it does not go with " + store};
  if (isOnDisk(options.store)) return findDiskMisfit(store, options);
  if (options.order == Order::IterativeDeepening || options.order == Order::AStar) {
    return support::Error{fmt::format("--search {} has to know each state's depth, so it does not go with {}",
                                      search::nameOf(options.order), store)};
  }
  if (options.maxDepth > 0 && options.order != Order::BreadthFirst && options.order != Order::Beam) {
    return support::Error{
        fmt::format("--max-depth with {} needs --search bfs: other orders have to know each state's "
                    "depth",
                    store)};
  }
  return std::nullopt;
}

std::optional<support::Error> settleBitstate(const StoreWords& words, search::Options& options) {
  if (!words.bitstateSize) return std::nullopt;
  if (options.store != StoreKind::BitState) return support::Error{"--bitstate-size is for --store bitstate"};
  const auto bytes = parseBytes(*words.bitstateSize);
  if (!bytes) return bytes.error();
  if (*bytes > support::physicalBytes()) {
    return support::Error{"--bitstate-size is more than the machine's memory: " + *words.bitstateSize};
  }
  options.bitstateBytes = *bytes;
  return std::nullopt;
}

/// Breadth-first search expands what it found long ago, the others what they found last.
state::CachePolicy usualPolicy(Order order) {
  return order == Order::BreadthFirst ? state::CachePolicy::TwoDimensional : state::CachePolicy::Lru;
}

std::optional<support::Error> settleDisk(const StoreWords& words, search::Options& options) {
  if (!isOnDisk(options.store)) {
    const bool isNeeded = words.directory || words.resume || words.layout || words.cache || words.cacheSize;
    if (!isNeeded) return std::nullopt;
    return support::Error{
        "--store-dir, --resume, --layout, --cache and --cache-size are for --store external and strict"};
  }
  if (!words.directory) return support::Error{fmt::format("--store {} needs --store-dir", words.store)};
  if (words.layout && options.store == StoreKind::Strict) return support::Error{"--layout is for --store external"};
  search::ExternalOptions& external = options.external;
  external.cache = usualPolicy(options.order);
  if (words.layout) external.layout = *state::layoutNamed(*words.layout);
  if (words.cache) external.cache = *state::cachePolicyNamed(*words.cache);
  if (!words.cacheSize) return std::nullopt;
  const auto bytes = parseBytes(*words.cacheSize);
  if (!bytes) return bytes.error();
  external.cacheBytes = *bytes;
  return std::nullopt;
}

/// The functions that must not be called.
std::vector<std::string> errorFunctionsOf(const program::Program& program, const Question& question) {
  std::vector<std::string> functions;
  for (size_t i = 0; i < program.errorFunctions.size(); ++i) {
    if ((question.complaints.errorFunctions >> i & 1) != 0) functions.push_back(program.errorFunctions[i]);
  }
  return functions;
}

/// How much memory the search may use: what the process does not use already.
std::optional<support::Error> settleMemory(uint64_t memoryLimit, search::ExternalOptions& external) {
  const uint64_t used = support::residentBytes();
  constexpr uint64_t kLeast = uint64_t{24} << 20;
  if (memoryLimit < used + kLeast) {
    return support::Error{
        fmt::format("--memory-limit is too low: the program and what belongs to it take {} MiB, and "
                    "{} more are needed",
                    used >> 20, kLeast >> 20)};
  }
  external.memoryBytes = memoryLimit - used;
  external.cacheBytes = std::min(external.cacheBytes, external.memoryBytes / 4);
  return std::nullopt;
}

}  // namespace

void addStore(CLI::App& app, StoreWords& words) {
  app.add_option(
         "--store", words.store,
         "how visited states are kept: memory (exactly); hashcompact (40 bits each) or bitstate (a few bits in a fixed "
         "array), with which the best verdict is unknown (incomplete store); external (exactly, on disk, with a small "
         "record of each in memory) or strict (all on disk; bfs and astar), which take up no more than --memory-limit "
         "and can be resumed")
      ->check(CLI::IsMember(namesOf(kStores)));
  app.add_option("--bitstate-size", words.bitstateSize, "memory for --store bitstate (default: 256M)");
  app.add_option("--store-dir", words.directory, "directory for --store external and strict")->type_name("DIR");
  app.add_flag("--resume", words.resume, "go on with the run in --store-dir, however it ended");
  app.add_option(
         "--layout", words.layout,
         "how --store external keeps states: in a single file, in blocks of 64 MiB (default), or hashed into 64 "
         "files")
      ->check(CLI::IsMember(namesOf(kLayouts)));
  app.add_option("--cache", words.cache,
                 "which pages are kept in memory (default: two-dimensional for bfs, otherwise lru)")
      ->check(CLI::IsMember(namesOf(kPolicies)));
  app.add_option("--cache-size", words.cacheSize, "memory for these (default: 16M, at most a quarter of all)");
}

std::optional<support::Error> settleStore(const StoreWords& words, search::Options& options) {
  for (const StoreKind kind : kStores) {
    if (words.store == search::nameOf(kind)) options.store = kind;
  }
  if (options.store != StoreKind::Memory) {
    if (const auto error = findMisfit(options)) return error;
  }
  if (const auto error = settleBitstate(words, options)) return error;
  return settleDisk(words, options);
}

std::string identityOf(const program::Program& program, const program::Input& input, const Question& question,
                       const search::Options& options) {
  const script::Metadata metadata = describe(program, input, question, options);
  std::string identity;
  const auto line = [&](std::string_view name, const auto& value) { identity += fmt::format("{}: {}\n", name, value); };
  line("semantics", metadata.semantics);
  line("program", metadata.program);
  line("argv[0]", program.arguments.front());  // is in memory as the others are
  line("--arg", shellText(metadata.arguments));
  line("standard input", metadata.input.empty() ? "any" : metadata.input);
  line("--property", shellText(metadata.properties));
  line("assertions", question.complaints.assertions ? "count" : "do not count");
  line("error functions", shellText(errorFunctionsOf(program, question)));
  line("--invariant", shellText(metadata.invariants));
  line("--next", shellText(metadata.next));
  line("--search", search::nameOf(options.order));
  line("--heuristic", search::textOf(options.heuristics));
  line("--max-depth", options.maxDepth);
  line("--reduction", metadata.reduction);
  line("--malloc-may-fail", metadata.mallocMayFail);
  line("--max-call-depth", metadata.maxCallDepth);
  line("--store", search::nameOf(options.store));
  line("--layout", state::nameOf(options.external.layout));
  line("--stateless", options.stateless);
  // Ranges that make up the whole tree differ in who begins with what, and in nothing that was found.
  if (search::tileTheTree(options.ranges)) return identity;
  for (const search::Range& range : options.ranges) {
    line("range", fmt::format("{} to {}", range.from ? range.from->text() : "", range.to ? range.to->text() : ""));
  }
  return identity;
}

support::Result<std::unique_ptr<search::RunDirectory>> openRun(const StoreWords& words, const program::Program& program,
                                                               const program::Input& input, const Question& question,
                                                               uint64_t memoryLimit, search::Options& options) {
  if (const auto error = settleMemory(memoryLimit, options.external)) return *error;
  return search::RunDirectory::open(*words.directory, words.resume, identityOf(program, input, question, options));
}

}  // namespace clew::cli
