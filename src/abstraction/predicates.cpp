#include "abstraction/predicates.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <set>

#include "term/parts.h"
#include "term/substitute.h"

namespace clew::abstraction {

namespace {

using term::Kind;

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

/// Adds a predicate to a head if it says something about its variables alone; whether it was new, or a guess so far, or
/// needed by nobody who is awake.
bool insert(const term::Terms& terms, Head& head, Predicate predicate, const std::set<uint32_t>& asleep) {
  if (terms[predicate.condition].kind == term::Kind::Not) predicate.condition = terms[predicate.condition].a;
  auto& known = head.predicates;
  if (terms.isConstant(predicate.condition) || !isAbout(terms, head, predicate.condition)) return false;
  const auto same = std::find_if(known.begin(), known.end(),
                                 [&](const Predicate& each) { return each.condition == predicate.condition; });
  if (same != known.end()) {
    const bool isNew = !predicate.isGuess && (same->isGuess || !same->needs.isOfOthers(asleep));
    same->isGuess = same->isGuess && predicate.isGuess;
    same->needs.automata.merge(predicate.needs.automata);
    head.version += isNew ? 1 : 0;
    return isNew;
  }
  if (known.size() >= kMostPredicates) return false;
  known.push_back(std::move(predicate));
  ++head.version;
  return true;
}

/// The comparisons and symbols of one bit inside a term.
std::vector<Term> atomsOf(const term::Terms& terms, Term term) {
  std::vector<Term> atoms;
  term::forEachPart(terms, term, [&](Term part, const term::Node& node) {
    const bool isComparison = node.kind == Kind::Equal || node.kind == Kind::Less || node.kind == Kind::LessSigned;
    if (node.width == 1 && (isComparison || node.kind == Kind::Symbol)) atoms.push_back(part);
    return true;
  });
  return atoms;
}

/// Whether some part of a term is an order or a sum.
bool comparesSizes(const term::Terms& terms, Term term) {
  bool compares = false;
  term::forEachPart(terms, term, [&](Term, const term::Node& node) {
    compares = node.kind == Kind::Less || node.kind == Kind::LessSigned || node.kind == Kind::Add;
    return !compares;
  });
  return compares;
}

/// Whether some part of a term is a bit inside a word, or is found in it by a shift that is no number: kept is the
/// whole word then, with one state for each of its numbers.
bool asksForWord(const term::Terms& terms, Term term) {
  bool asks = false;
  term::forEachPart(terms, term, [&](Term, const term::Node& node) {
    const bool isShift = node.kind == Kind::Shl || node.kind == Kind::LShr || node.kind == Kind::AShr;
    const bool isInnerBit = node.kind == Kind::Extract && node.width == 1 && node.value > 0;
    asks = isInnerBit || (isShift && !terms.isConstant(node.b));
    return !asks;
  });
  return asks;
}

/// Whether a term has a number in it, and only such as a counter may have that is kept.
bool hasSmallNumbers(const term::Terms& terms, Term term) {
  constexpr uint64_t kMost = 8;
  bool hasNumber = false;
  bool isSmall = true;
  term::forEachPart(terms, term, [&](Term, const term::Node& node) {
    hasNumber |= node.kind == Kind::Constant;
    isSmall = isSmall && (node.kind != Kind::Constant || node.value <= kMost);
    return isSmall;
  });
  return hasNumber && isSmall;
}

/// Whether a condition is about variables of a head that are of some kind, and no others.
template <typename Is>
bool isAboutSuch(const term::Terms& terms, const Head& head, Term condition, Is is) {
  std::vector<uint32_t> symbols;
  terms.symbolsOf(std::span(&condition, 1), symbols);
  return std::all_of(symbols.begin(), symbols.end(), [&](uint32_t number) {
    return std::any_of(head.variables.begin(), head.variables.end(),
                       [&](const Variable& each) { return terms[each.symbol].value == number && is(each); });
  });
}

/// The greatest number up to a limit that a literal compares a symbol with; 0 if there is none.
uint64_t boundOf(const term::Terms& terms, Term literal, Term symbol) {
  constexpr uint64_t kMost = 64;
  uint64_t bound = 0;
  term::forEachPart(terms, literal, [&](Term, const term::Node& node) {
    const bool isComparison = node.kind == Kind::Equal || node.kind == Kind::Less || node.kind == Kind::LessSigned;
    for (const auto& [one, other] : {std::pair(node.a, node.b), std::pair(node.b, node.a)}) {
      if (!isComparison || one != symbol || !terms.isConstant(other)) continue;
      if (terms.valueOf(other) <= kMost) bound = std::max(bound, terms.valueOf(other));
    }
    return true;
  });
  return bound;
}

/// A literal with those parts in the place of choices that the block's model takes.
Term withoutChoices(term::Terms& terms, const Block& block, Term literal) {
  std::vector<Term> choices;  // those inside others have lower numbers
  term::forEachPart(terms, literal, [&](Term part, const term::Node& node) {
    if (node.kind == Kind::IfThenElse) choices.push_back(part);
    return true;
  });
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
    if (x.first == term::kNoTerm || !terms_.isConstant(x.first)) return;
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
      if (variable.first == term::kNoTerm) return;
      const Term times = terms_.constant(factor & machine::maskOf(bits), bits);
      whole = terms_.add(whole, terms_.mul(variable.symbol, times));
      first = terms_.add(first, terms_.mul(variable.first, times));
    }
    if (terms_.isConstant(first)) guess(terms_.equal(whole, first));
  }

  void guess(Term condition) { isNew_ |= insert(terms_, head_, {condition, true, {}}, {}); }

  term::Terms& terms_;
  Head& head_;
  bool isNew_ = false;
};

/// Those whose symbols occur in a needed predicate together with a counter's, and the counters.
std::vector<Variable> counters(const term::Terms& terms, const Head& head) {
  std::set<uint32_t> numbers;
  for (const Variable& each : head.variables) {
    if (each.isWide) numbers.insert(static_cast<uint32_t>(terms[each.symbol].value));
  }
  const std::set<uint32_t> wide = numbers;
  for (const Predicate& each : head.predicates) {
    std::vector<uint32_t> symbols;
    terms.symbolsOf(std::span(&each.condition, 1), symbols);
    const bool isAboutOne =
        std::any_of(symbols.begin(), symbols.end(), [&](uint32_t number) { return wide.contains(number); });
    if (isAboutOne && !each.isGuess) numbers.insert(symbols.begin(), symbols.end());
  }
  std::vector<Variable> variables;
  for (const Variable& each : head.variables) {
    if (numbers.contains(static_cast<uint32_t>(terms[each.symbol].value))) variables.push_back(each);
  }
  return variables;
}

bool guessAbout(term::Terms& terms, Head& head, bool isAboutAll) {
  std::vector<Variable> variables = isAboutAll ? head.variables : counters(terms, head);
  if (variables.size() > kMostVariables) variables.resize(kMostVariables);
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

WholePath wholeOf(term::Terms& terms, symbolic::InputSymbols& symbols, std::vector<Block> blocks) {
  WholePath whole;
  for (size_t number = 0; number < blocks.size(); ++number) {
    const Block& block = blocks[number];
    term::Substitution inlined(terms);
    for (size_t k = 0; number > 0 && k < blocks[number - 1].placed.size(); ++k) {
      inlined.put(blocks[number - 1].placed[k].symbol, whole.values.back()[k]);
    }
    for (const symbolic::Input& input : block.inputs.list) {
      symbolic::Input numbered = input;
      numbered.symbol = symbols.symbolOf(whole.inputs.list.size(), input.bits, "input");
      inlined.put(input.symbol, numbered.symbol);
      whole.inputs.list.push_back(numbered);
    }
    for (const Term literal : block.literals) {
      const Term inPath = inlined(literal);
      if (!terms.isTrue(inPath)) whole.literals.push_back({inPath, number, literal});
    }
    auto& values = whole.values.emplace_back();
    for (const Placed& each : block.placed) values.push_back(inlined(each.value));
  }
  whole.blocks = std::move(blocks);
  return whole;
}

size_t WholePath::simplestFalse(const term::Terms& terms, uint64_t address, uint64_t size) const {
  const auto effortOf = [&](const Literal& literal) {
    const Head* head = blocks[literal.block].head;
    const auto isOfAutomaton = [&](const Variable& each) {
      return each.address >= address && each.address < address + size;
    };
    const auto isRegister = [](const Variable& each) { return each.address == 0; };
    const bool isSmall = !comparesSizes(terms, literal.there) || hasSmallNumbers(terms, literal.there);
    if (head != nullptr && isAboutSuch(terms, *head, literal.there, isOfAutomaton)) return 0;
    if (head != nullptr && isSmall && isAboutSuch(terms, *head, literal.there, isRegister)) return 1;
    if (asksForWord(terms, literal.there)) return 4;
    return comparesSizes(terms, literal.there) ? 3 : 2;
  };
  size_t simplest = literals.size();
  int least = 0;
  for (size_t k = 0; k < literals.size(); ++k) {
    if (!terms.isFalse(literals[k].term)) continue;
    const int effort = effortOf(literals[k]);
    if (simplest != literals.size() && effort >= least) continue;
    simplest = k;
    least = effort;
  }
  return simplest;
}

bool Refinement::addLiteral(const WholePath::Literal& literal, bool atoms) {
  bool isNew = false;
  Term now = literal.there;
  for (size_t number = literal.block; number > 0; --number) {
    const Block& block = path_.blocks[number];
    Head& head = *block.head;
    now = withoutInputs(terms_, block, now);
    bool areAllNumbers = true;
    isNew |= keep(number - 1, now, areAllNumbers);
    if (!areAllNumbers && !atoms) isNew |= addPredicate(head, now);
    if (!areAllNumbers && atoms) {
      const Term plain = withoutChoices(terms_, block, now);
      for (const Term term : {now, plain}) {
        for (const Term atom : atomsOf(terms_, term)) isNew |= addPredicate(head, atom);
      }
    }
    now = inBlockBefore(number, now);
  }
  return isNew;
}

/// A term of a block in the words of the one before.
Term Refinement::inBlockBefore(size_t number, Term term) const {
  term::Substitution before(terms_);
  for (const Placed& each : path_.blocks[number - 1].placed) before.put(each.symbol, each.value);
  return before(term);
}

bool Refinement::addPredicate(Head& head, Term condition, bool isInterpolant) {
  Predicate predicate{condition, false, {}, isInterpolant};
  predicate.needs.add(automaton_);
  return insert(terms_, head, std::move(predicate), asleep_);
}

/// Keeps what a literal is about, of what was placed at the end of a block.
bool Refinement::keep(size_t block, Term literal, bool& areAllNumbers) {
  std::vector<uint32_t> symbols;
  terms_.symbolsOf(std::span(&literal, 1), symbols);
  bool isNew = false;
  const auto& placed = path_.blocks[block].placed;
  for (size_t k = 0; k < placed.size(); ++k) {
    const auto number = static_cast<uint32_t>(terms_[placed[k].symbol].value);
    if (std::find(symbols.begin(), symbols.end(), number) == symbols.end()) continue;
    bool isNumber = false;
    isNew |= keep(block, k, isNumber);
    areAllNumbers = areAllNumbers && isNumber;
    Variable* variable = path_.blocks[block].next->variableOf(placed[k].symbol);
    if (variable != nullptr) variable->bound = std::max(variable->bound, boundOf(terms_, literal, placed[k].symbol));
  }
  return isNew;
}

bool Refinement::keep(size_t block, size_t number, bool& isNumber) {
  if (!terms_.isConstant(path_.values[block][number])) return false;
  Head& head = *path_.blocks[block].next;
  const Term symbol = path_.blocks[block].placed[number].symbol;
  Variable* variable = head.variableOf(symbol);
  if (variable == nullptr || variable->isWide) return false;
  const bool isNew = !variable->kept.isOfOthers(asleep_);
  // If it is kept, and yet no number in a state that should have it, then keeping it is not enough.
  isNumber = isNew || path_.blocks[block].version < head.version;
  variable->kept.add(automaton_);
  head.version += isNew ? 1 : 0;
  hasKept_ |= isNew;
  return isNew;
}

bool Refinement::keepOf(const std::vector<Term>& values) {
  bool isNew = false;
  for (Term now : values) {
    for (size_t number = path_.blocks.size() - 1; number > 0; --number) {
      now = withoutInputs(terms_, path_.blocks[number], now);
      bool areAllNumbers = true;
      isNew |= keep(number - 1, now, areAllNumbers);
      now = inBlockBefore(number, now);
    }
  }
  return isNew;
}

bool Refinement::keepAll() {
  bool isNew = false;
  for (size_t block = 0; block < path_.values.size(); ++block) {
    for (size_t k = 0; k < path_.values[block].size(); ++k) {
      bool isNumber = false;
      isNew |= keep(block, k, isNumber);
    }
  }
  return isNew;
}

bool Refinement::addGuesses(bool areAboutAll) {
  std::vector<Head*> heads;
  for (const Block& block : path_.blocks) {
    if (block.next != nullptr && std::find(heads.begin(), heads.end(), block.next) == heads.end()) {
      heads.push_back(block.next);
    }
  }
  bool isNew = false;
  for (Head* head : heads) isNew |= guessAbout(terms_, *head, areAboutAll);
  return isNew;
}

bool Refinement::addConditions(const std::vector<std::vector<Term>>& conditions) {
  bool isNew = false;
  for (size_t block = 0; block < conditions.size(); ++block) {
    for (const Term condition : conditions[block]) isNew |= addPredicate(*path_.blocks[block].next, condition, true);
  }
  return isNew;
}

bool Refinement::split() {
  bool isNew = false;
  for (const Block& block : path_.blocks) {
    if (block.next == nullptr || block.next->isSplit) continue;
    block.next->isSplit = isNew = true;
    ++block.next->version;
  }
  return isNew;
}

}  // namespace clew::abstraction
