#include "abstraction/chain.h"

#include <algorithm>

#include "term/horn.h"
#include "term/substitute.h"

namespace clew::abstraction {

namespace {

using term::HornClause;

constexpr double kCheckSeconds = 2;  // for each step
constexpr size_t kMostBlocks = 60;

class Chain {
 public:
  Chain(term::Terms& terms, Questions& questions, const WholePath& path)
      : terms_(terms), questions_(questions), path_(path) {}

  std::vector<std::vector<Term>> find(bool sharesRelations) {
    build(sharesRelations);
    for (const term::HornSolution& solution : term::solveHorn(terms_, system_)) {
      if (!isRight(solution)) continue;
      std::vector<std::vector<Term>> conditions;
      conditions.reserve(relationOf_.size());
      for (const size_t relation : relationOf_) conditions.push_back(solution[relation]);
      return conditions;
    }
    return {};
  }

 private:
  void build(bool sharesRelations) {
    system_ = {};
    system_.neverWraps = sharesRelations;
    relationOf_.clear();
    for (size_t k = 0; k < path_.blocks.size(); ++k) {
      HornClause clause;
      clause.literals = sharesRelations ? path_.blocks[k].told : path_.blocks[k].literals;
      if (k > 0) clause.from = relationOf_.back();
      if (k < path_.stops.size()) {
        clause.to = relationAt(k, sharesRelations);
        relationOf_.push_back(clause.to);
        for (const Placed& each : path_.blocks[k].placed) clause.arguments.push_back(each.value);
      }
      const auto& clauses = system_.clauses;
      if (std::find(clauses.begin(), clauses.end(), clause) == clauses.end()) {
        system_.clauses.push_back(std::move(clause));
      }
    }
  }

  size_t relationAt(size_t stop, bool sharesRelations) {
    for (size_t before = 0; sharesRelations && before < stop; ++before) {
      const bool isSame =
          path_.stops[before] == path_.stops[stop] && system_.relations[relationOf_[before]] == parametersAt(stop);
      if (isSame) return relationOf_[before];
    }
    system_.relations.push_back(parametersAt(stop));
    return system_.relations.size() - 1;
  }

  std::vector<Term> parametersAt(size_t stop) const {
    std::vector<Term> symbols;
    for (const Placed& each : path_.blocks[stop].placed) symbols.push_back(each.symbol);
    return symbols;
  }

  bool isRight(const term::HornSolution& solution) {
    return std::all_of(system_.clauses.begin(), system_.clauses.end(),
                       [&](const HornClause& clause) { return follows(clause, solution); });
  }

  bool follows(const HornClause& clause, const term::HornSolution& solution) {
    std::vector<Term> literals = clause.literals;
    if (clause.from != HornClause::kNone) {
      literals.insert(literals.end(), solution[clause.from].begin(), solution[clause.from].end());
    }
    if (clause.to != HornClause::kNone) {
      term::Substitution behind(terms_);
      for (size_t k = 0; k < clause.arguments.size(); ++k) {
        behind.put(system_.relations[clause.to][k], clause.arguments[k]);
      }
      Term all = terms_.truth(true);
      for (const Term condition : solution[clause.to]) all = terms_.bitAnd(all, behind(condition));
      literals.push_back(terms_.bitNot(all));
    }
    return questions_.decide(literals, kCheckSeconds).answer == term::Answer::Unsatisfiable;
  }

  term::Terms& terms_;
  Questions& questions_;
  const WholePath& path_;
  term::HornSystem system_;
  std::vector<size_t> relationOf_;  // of each stop
};

}  // namespace

bool goesRound(const WholePath& path) {
  bool isAgain = false;
  for (size_t stop = 0; stop < path.stops.size(); ++stop) {
    for (size_t before = 0; before < stop; ++before) {
      if (path.blocks[before].next != path.blocks[stop].next) continue;
      if (path.stops[before] != path.stops[stop]) return false;
      isAgain = true;
    }
  }
  return isAgain;
}

std::vector<std::vector<Term>> interpolantsOf(term::Terms& terms, Questions& questions, const WholePath& path,
                                              bool sharesRelations) {
  if (path.stops.empty() || path.blocks.size() > kMostBlocks) return {};
  return Chain(terms, questions, path).find(sharesRelations);
}

}  // namespace clew::abstraction
