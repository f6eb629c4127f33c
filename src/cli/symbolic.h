// The symbolic engine on the command line: which engine, its bounds, its solvers.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "program/program.h"
#include "script/script.h"
#include "search/search.h"
#include "support/result.h"
#include "symbolic/search.h"

namespace clew::cli {

/// As it was given.
struct SymbolicWords {
  std::string engine = "explicit";
  std::optional<uint32_t> unwind;
  std::vector<std::string> unwindLoops;  // FILE:LINE=ROUNDS
  std::optional<uint32_t> bound;
  std::optional<std::string> solving;
  std::optional<std::string> block;
  std::optional<std::string> merge;
  std::optional<std::string> solver;
  std::optional<double> solverTime;

  /// Whether something is given that only the symbolic engine understands.
  bool hasDetails() const { return hasBounds() || solver || solverTime; }
  bool hasBounds() const { return unwind || !unwindLoops.empty() || bound || solving || block || merge; }
};

void addSymbolic(CLI::App& app, SymbolicWords& words);

/// Which engine it is, and why if that was left open.
struct EngineChoice {
  bool isSymbolic = false;
  std::string why;  // empty: it was said
};

/// Chooses by what the program takes from outside, if that was left open.
EngineChoice chooseEngine(const SymbolicWords& words, const program::Program& program);

/// Turns words into options; the error if they are wrong or do not fit the program.
support::Result<symbolic::Options> settleSymbolic(const SymbolicWords& words, const search::Options& search,
                                                  const program::Program& program);

/// Makes a search leave a nogood wherever it refutes something; the error if other words keep it from that.
std::optional<support::Error> settleNogoods(symbolic::Options& options);

/// Adds what a script says of a symbolic search.
void describeSymbolic(const symbolic::Options& options, script::Metadata& metadata);

/// Options to certify a script with: its bounds, since whatever is beyond them must be refuted, and a solver that is
/// not the script's unless another one is named.
support::Result<symbolic::Options> optionsOfScript(const script::Metadata& metadata,
                                                   const std::optional<std::string>& solver);

}  // namespace clew::cli
