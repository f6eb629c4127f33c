// How one worker decides a block of queries with its solver. As one formula: the model of a disjunction tells which
// query it belongs to. One by one: each query that fails leaves a core, a few of its literals that fail already, and
// whoever contains them fails, too. Cores are shortened before they are shared, because short ones answer more.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <vector>

#include "symbolic/disjunct.h"
#include "symbolic/findings.h"
#include "term/solver.h"

namespace clew::symbolic {

/// Queries of one purpose that travel together.
struct Block {
  std::vector<Query> queries;
  Term formula = term::kNoTerm;  // their disjunction, if somebody built it
  size_t knownCores = 0;         // that the one who asks has known already
};

struct DecidingOptions {
  double seconds = 0;   // for each question to the solver; 0: no limit
  bool nogoods = true;  // one by one, for the cores
};

class BlockDecider {
 public:
  BlockDecider(const term::Terms& terms, term::Solver& solver, DecidingOptions options, Findings& findings)
      : terms_(terms), solver_(solver), options_(options), findings_(findings) {}

  /// Leaves an answer to each query on the board, unless the search has been decided meanwhile.
  void decide(Block block);

 private:
  struct OpenQuery {
    Query query;
    std::vector<Term> sorted;  // literals by rising number
    std::string reason;        // why the solver did not know
  };

  void decideEach(Block& block);
  bool decideAtOnce(Term formula, double seconds);
  double expectedSeconds() const;
  void decideNext();
  void reportModel(term::Model model);
  void reportUnknown();
  void dropKnown();
  void open(std::vector<Query> queries);
  term::Decision ask(std::span<const Term> literals, double seconds);
  std::vector<Term> shortened(std::vector<Term> core, double took);
  bool isMoot() const { return findings_.stopped() || (isCut_ && findings_.isCutReal()); }

  const term::Terms& terms_;
  term::Solver& solver_;
  const DecidingOptions options_;
  Findings& findings_;

  std::vector<OpenQuery> open_;     // the next one is last
  std::vector<OpenQuery> unknown_;  // the solver did not know
  size_t seenCores_ = 0;
  unsigned failures_ = 0;                          // queries of this block that no core had answered
  std::chrono::steady_clock::time_point started_;  // with this block
  bool isCut_ = false;
  std::vector<std::span<const Term>> cores_;
};

}  // namespace clew::symbolic
