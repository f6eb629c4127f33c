#include "cli/order.h"

#include <array>
#include <vector>

#include "cli/options.h"

namespace clew::cli {

namespace {

using search::Order;

constexpr std::array kOrders = {Order::DepthFirst, Order::BreadthFirst,       Order::BestFirst, Order::AStar,
                                Order::Beam,       Order::IterativeDeepening, Order::RandomWalk};
constexpr uint64_t kUsualWalks = 1000;

/// What directs a search that needs to be directed if nothing is said.
search::HeuristicSpec usualHeuristics(Order order) {
  if (order == Order::BestFirst || order == Order::Beam) return {{search::HeuristicKind::MostBlocked}};
  if (order == Order::AStar) return {{search::HeuristicKind::ErrorDistance}};
  return {};
}

std::optional<support::Error> settleHeuristics(const OrderWords& words, search::Options& options) {
  if (!words.heuristics) {
    options.heuristics = usualHeuristics(options.order);
    return std::nullopt;
  }
  if (!search::isDirected(options.order)) {
    return support::Error{"--heuristic is for --search best, astar, ida and beam"};
  }
  const auto spec = search::parseHeuristics(*words.heuristics);
  if (!spec) return spec.error();
  options.heuristics = *spec;
  return std::nullopt;
}

/// Options that only one order has.
std::optional<support::Error> settleDetails(const OrderWords& words, bool hasTimeLimit, search::Options& options) {
  if (words.beamWidth && options.order != Order::Beam) return support::Error{"--beam-width is for --search beam"};
  if (words.walks && options.order != Order::RandomWalk) return support::Error{"--walks is for --search random"};
  if (words.seed && options.order != Order::RandomWalk)
    return support::Error{"--seed is for --search random, and for --range I/N"};
  options.beamWidth = words.beamWidth.value_or(options.beamWidth);
  options.seed = words.seed.value_or(options.seed);
  const bool endsOtherwise = hasTimeLimit || options.maxStates > 0;
  options.walks = words.walks.value_or(endsOtherwise ? 0 : kUsualWalks);
  return std::nullopt;
}

}  // namespace

void addOrder(CLI::App& app, OrderWords& words) {
  std::vector<std::string> names;
  names.reserve(kOrders.size());
  for (const Order order : kOrders) names.emplace_back(search::nameOf(order));
  app.add_option(
         "--search", words.order,
         "dfs; bfs for a shortest counterexample; best, astar and ida go where --heuristic says that an error is "
         "near, the latter two by shortest paths first; beam keeps a few states of each level; random takes "
         "random paths. With beam and random the best verdict may be unknown")
      ->check(CLI::IsMember(names));
  app.add_option("--heuristic", words.heuristics,
                 "what directs the search, added up: most-blocked (many threads wait), lock-order (threads that "
                 "hold a lock and want another), interleaving (threads take turns), error-distance (steps to a failing "
                 "assertion at least), choose-free (few inputs chosen); NAME:WEIGHT counts one more often")
      ->type_name("LIST");
  app.add_option("--beam-width", words.beamWidth, "states that --search beam keeps of each level (default: 1000)")
      ->check(wholeNumber());
  app.add_option("--walks", words.walks,
                 "paths that --search random takes (default: 1000, or until --time-limit or --max-states)")
      ->check(wholeNumber());
  app.add_option("--seed", words.seed,
                 "of --search random and --range I/N: the same paths for the same number (default: 0)");
}

std::optional<support::Error> settleOrder(const OrderWords& words, bool hasTimeLimit, search::Options& options) {
  for (const Order order : kOrders) {
    if (words.order == search::nameOf(order)) options.order = order;
  }
  const bool isDepthFirst = options.order == Order::DepthFirst;
  if (options.stateless && !isDepthFirst) {
    return support::Error{"--stateless needs --search dfs: other orders are made of stored states"};
  }
  const bool hasOneWorker = !isDepthFirst && options.order != Order::BreadthFirst;
  if (hasOneWorker && options.jobs > 1) {
    return support::Error{"--search " + words.order + " has one worker: it does not go with --jobs"};
  }
  if (auto error = settleHeuristics(words, options)) return error;
  return settleDetails(words, hasTimeLimit, options);
}

}  // namespace clew::cli
