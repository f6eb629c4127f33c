// What the command line of `clew check` says.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "abstraction/search.h"
#include "cli/abstraction.h"
#include "cli/engine.h"
#include "cli/options.h"
#include "cli/order.h"
#include "cli/question.h"
#include "cli/ranges.h"
#include "cli/store.h"
#include "cli/symbolic.h"
#include "cli/witness.h"
#include "report/formats.h"
#include "script/script.h"
#include "support/watchdog.h"
#include "symbolic/search.h"

namespace clew::cli {

struct CheckOptions {
  program::Input input;
  std::vector<std::string> given;             // the files as they were given, a task included
  std::vector<std::string> flagsAfterDashes;  // without those of a task
  Selection selection;
  std::string reduction = "none";
  std::string symmetry = "none";
  search::Options search;
  OrderWords order;
  StoreWords store;
  RangeWords ranges;
  SymbolicWords symbolicWords;
  std::optional<symbolic::Options> symbolic;  // if that is the engine
  AbstractionWords abstractionWords;
  std::optional<abstraction::Options> abstraction;
  std::vector<uint8_t> nogoods;  // that it has found, for a script
  std::optional<std::string> memoryLimit;
  std::optional<std::string> html;
  std::vector<std::string> formatTexts;
  std::vector<report::Format> formats;
  std::optional<std::string> witnessFile;
  std::shared_ptr<WitnessCheck> witness;  // that is to be confirmed
  std::optional<std::string> testCase;
  std::optional<std::string> script;
  std::string scriptKindName = "full";
  script::Kind scriptKind = script::Kind::Full;
  double timeLimit = 0;
  uint64_t memoryBytes = 0;        // that this process may take
  std::optional<double> minimise;  // seconds; none: what is usual
  TraceKind trace = TraceKind::Sliced;
  bool quiet = false;
};

void addOptions(CLI::App& app, CheckOptions& options);

/// Turns texts into values; the error if one does not fit.
std::optional<support::Error> settle(CheckOptions& options, Engine& engine, support::Watchdog::Limits& limits);

/// Decides which engine it is, once there is a program.
std::optional<support::Error> settleEngine(CheckOptions& options, const Engine& engine,
                                           const program::Program& program);

/// What automata do not go with.
std::optional<support::Error> findMisfitOfSpecification(const CheckOptions& options, const Engine& engine);

/// Reads the witness that is to be confirmed, if there is one, and what it is about.
std::optional<support::Error> openWitness(CheckOptions& options, const Engine& engine);

}  // namespace clew::cli
