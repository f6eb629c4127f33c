// What the command line says about predicate abstraction.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "abstraction/search.h"

namespace clew::cli {

struct AbstractionWords {
  std::optional<std::string> blocks;
  std::optional<std::string> strategy;
  std::optional<std::string> weaving;
  std::optional<double> partitionSeconds;

  bool areGiven() const { return blocks || strategy || weaving || partitionSeconds; }
};

/// --blocks, --strategy, --weaving, --partition-time.
void addAbstraction(CLI::App& app, AbstractionWords& words);

/// Puts what the words say into the options.
void settleWords(const AbstractionWords& words, abstraction::Options& options);

}  // namespace clew::cli
