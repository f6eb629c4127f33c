// The order in which a check walks through the states, and what directs it.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "search/search.h"
#include "support/result.h"

namespace clew::cli {

/// As it was given.
struct OrderWords {
  std::string order = "dfs";
  std::optional<std::string> heuristics;
  std::optional<uint64_t> beamWidth;
  std::optional<uint64_t> walks;
  std::optional<uint64_t> seed;
};

void addOrder(CLI::App& app, OrderWords& words);

/// Sets the order and what belongs to it; the error if that does not fit the other options. `hasTimeLimit`: somebody
/// ends the search after a while.
std::optional<support::Error> settleOrder(const OrderWords& words, bool hasTimeLimit, search::Options& options);

}  // namespace clew::cli
