#include "abstraction/predicates.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <set>

#include "term/substitute.h"

namespace clew::abstraction {

namespace {

constexpr size_t kMostPredicates = 120;  // of a head
constexpr size_t kMostVariables = 10;    // of which pairs are looked at

bool isAbout(const term::Terms& terms, const Head& head, Term condition) {
  std::vector<uint32_t> symbols;
  terms.symbolsOf(std::span(&condition, 1), symbols);
  return std::all_of(symbols.begin(), symbols.end(), [&](uint32_t number) {
    return std::any_of(head.variables.begin(), head.variables.end(),
                       [&](const Variable& each) { return terms[each.symbol].value == number; });
  });
}

/// Adds a predicate to a head if it says something about its variables alone; whether it was new, or a guess so far.
bool addPredicate(const term::Terms& terms, Head& head, Predicate predicate) {
  if (terms[predicate.condition].kind == term::Kind::Not) predicate.condition = terms[predicate.condition].a;
  auto& known = head.predicates;
  if (terms.isConstant(predicate.condition) || !isAbout(terms, head, predicate.condition)) return false;
  const auto same = std::find_if(known.begin(), known.end(),
                                 [&](const Predicate& each) { return each.condition == predicate.condition; });
  if (same != known.end()) {
    const bool isNew = same->isGuess && !predicate.isGuess;
    same->isGuess = same->isGuess && predicate.isGuess;
    return isNew;
  }
  if (known.size() >= kMostPredicates) return false;
  known.push_back(predicate);
  return true;
}

/// The comparisons and symbols of one bit inside a term.
std::vector<Term> atomsOf(const term::Terms& terms, Term term) {
  std::vector<Term> atoms;
  std::set<Term> seen;
  std::vector<Term> work{term};
  while (!work.empty()) {
    const Term top = work.back();
    work.pop_back();
    if (!seen.insert(top).second) continue;
    const term::Node& node = terms[top];
    const bool isComparison =
        node.kind == term::Kind::Equal || node.kind == term::Kind::Less || node.kind == term::Kind::LessSigned;
    if (node.width == 1 && (isComparison || node.kind == term::Kind::Symbol)) atoms.push_back(top);
    for (const Term operand : {node.a, node.b, node.c}) {
      if (operand != term::kNoTerm) work.push_back(operand);
    }
  }
  return atoms;
}

/// A literal with those parts in the place of choices that the block's model takes.
Term withoutChoices(term::Terms& terms, const Block& block, Term literal) {
  std::vector<Term> choices;  // those inside others have lower numbers
  std::set<Term> seen;
  std::vector<Term> work{literal};
  while (!work.empty()) {
    const Term top = work.back();
    work.pop_back();
    if (!seen.insert(top).second) continue;
    const term::Node& node = terms[top];
    if (node.kind == term::Kind::IfThenElse) choices.push_back(top);
    for (const Term operand : {node.a, node.b, node.c}) {
      if (operand != term::kNoTerm) work.push_back(operand);
    }
  }
  std::sort(choices.begin(), choices.end());
  term::Substitution chosen(terms);
  term::Evaluator evaluate(terms, block.model);
  for (const Term choice : choices) {
    const term::Node node = terms[choice];
    if (node.width == 0) continue;  // an array
    chosen.put(choice, chosen(evaluate(node.a) != 0 ? node.b : node.c));
  }
  return chosen(literal);
}

/// A literal with values in the place of a block's inputs.
Term withoutInputs(term::Terms& terms, const Block& block, Term literal) {
  term::Substitution values(terms);
  for (const symbolic::Input& input : block.inputs.list) {
    const uint64_t value = block.model.valueOf(static_cast<uint32_t>(terms[input.symbol].value));
    values.put(input.symbol, terms.constant(value, input.bits));
  }
  return values(literal);
}

class Guesses {
 public:
  Guesses(term::Terms& terms, Head& head) : terms_(terms), head_(head) {}

  bool isNew() const { return isNew_; }

  void ofOne(const Variable& x) {
    if (x.bits < 2) return;
    guess(terms_.lessSigned(x.symbol, terms_.constant(0, x.bits)));
    if (!terms_.isConstant(x.first)) return;
    const Term first = x.first;
    guess(terms_.lessSigned(x.symbol, first));
    guess(terms_.lessSigned(first, x.symbol));
    guess(terms_.equal(x.symbol, first));
    if (!x.growth || *x.growth == 0) return;
    const auto zeros = static_cast<unsigned>(std::countr_zero(*x.growth));
    if (zeros > 0 && zeros < x.bits) {
      guess(terms_.equal(terms_.extract(x.symbol, 0, zeros), terms_.extract(first, 0, zeros)));
    }
  }

  void ofTwo(const Variable& x, const Variable& y) {
    if (x.bits != y.bits || x.bits < 2) return;
    guess(terms_.lessSigned(x.symbol, y.symbol));
    guess(terms_.lessSigned(y.symbol, x.symbol));
    guess(terms_.less(x.symbol, y.symbol));
    guess(terms_.less(y.symbol, x.symbol));
    guess(terms_.equal(x.symbol, y.symbol));
    if (!x.growth || !y.growth) return;
    sum({{x, *y.growth}, {y, 0 - *x.growth}});
  }

  void ofThree(const Variable& x, const Variable& y, const Variable& z) {
    if (x.bits != y.bits || y.bits != z.bits || x.bits < 2) return;
    if (!x.growth || !y.growth || !z.growth) return;
    const uint64_t one = 1;
    for (const auto& signs :
         {std::array{one, one, 0 - one}, {one, 0 - one, one}, {one, 0 - one, 0 - one}, {one, one, one}}) {
      const uint64_t growth = signs[0] * *x.growth + signs[1] * *y.growth + signs[2] * *z.growth;
      if ((growth & machine::maskOf(x.bits)) == 0) sum({{x, signs[0]}, {y, signs[1]}, {z, signs[2]}});
    }
  }

 private:
  /// A sum of multiples that is the same in every round.
  void sum(const std::vector<std::pair<Variable, uint64_t>>& parts) {
    const unsigned bits = parts.front().first.bits;
    Term whole = terms_.constant(0, bits);
    Term first = whole;
    for (const auto& [variable, factor] : parts) {
      const Term times = terms_.constant(factor & machine::maskOf(bits), bits);
      whole = terms_.add(whole, terms_.mul(variable.symbol, times));
      first = terms_.add(first, terms_.mul(variable.first, times));
    }
    if (terms_.isConstant(first)) guess(terms_.equal(whole, first));
  }

  void guess(Term condition) { isNew_ |= addPredicate(terms_, head_, {condition, true}); }

  term::Terms& terms_;
  Head& head_;
  bool isNew_ = false;
};

bool guessAbout(term::Terms& terms, Head& head, bool isAboutAll) {
  std::vector<Term> needed;
  for (const Predicate& each : head.predicates) {
    if (!each.isGuess) needed.push_back(each.condition);
  }
  std::vector<uint32_t> symbols;
  terms.symbolsOf(needed, symbols);
  std::vector<Variable> variables;
  for (const Variable& each : head.variables) {
    const auto number = static_cast<uint32_t>(terms[each.symbol].value);
    const bool isNeeded = std::find(symbols.begin(), symbols.end(), number) != symbols.end();
    if (variables.size() < kMostVariables && (isAboutAll || isNeeded)) variables.push_back(each);
  }
  Guesses guesses(terms, head);
  for (size_t x = 0; x < variables.size(); ++x) {
    guesses.ofOne(variables[x]);
    for (size_t y = x + 1; y < variables.size(); ++y) {
      guesses.ofTwo(variables[x], variables[y]);
      for (size_t z = y + 1; z < variables.size(); ++z) guesses.ofThree(variables[x], variables[y], variables[z]);
    }
  }
  return guesses.isNew();
}

}  // namespace

bool addFromRefutation(term::Terms& terms, const std::vector<Block>& path, size_t number, Term literal, bool atoms) {
  bool isNew = false;
  for (size_t block = number; block > 0; --block) {
    Head& head = *path[block].head;
    literal = withoutInputs(terms, path[block], literal);
    if (!atoms) isNew |= addPredicate(terms, head, {literal, false});
    if (atoms) {
      const Term plain = withoutChoices(terms, path[block], literal);
      for (const Term term : {literal, plain}) {
        for (const Term atom : atomsOf(terms, term)) isNew |= addPredicate(terms, head, {atom, false});
      }
    }
    term::Substitution before(terms);
    for (size_t k = 0; k < head.variables.size(); ++k) {
      before.put(head.variables[k].symbol, path[block - 1].values[k]);
    }
    literal = before(literal);
  }
  return isNew;
}

bool addGuesses(term::Terms& terms, const std::vector<Block>& path) {
  std::vector<Head*> heads;
  for (const Block& block : path) {
    if (block.next != nullptr && std::find(heads.begin(), heads.end(), block.next) == heads.end()) {
      heads.push_back(block.next);
    }
  }
  // First about variables that some predicate is about already, since there may be many others.
  for (const bool isAboutAll : {false, true}) {
    bool isNew = false;
    for (Head* head : heads) isNew |= guessAbout(terms, *head, isAboutAll);
    if (isNew) return true;
  }
  return false;
}

}  // namespace clew::abstraction
