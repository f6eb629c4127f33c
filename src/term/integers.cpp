#include "term/integers.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "term/bits.h"
#include "term/parts.h"

namespace clew::term {

namespace {

constexpr size_t kMostParts = 2000;          // of what is assumed and translated at once
constexpr unsigned kEffortForRange = 20000;  // Z3's measure, for one question whether a sum leaves its range

bool readsSigned(Kind kind) {
  switch (kind) {
    case Kind::LessSigned:
    case Kind::SignExtend:
    case Kind::SDiv:
    case Kind::SRem:
    case Kind::AShr:
    case Kind::AddOverflows:
    case Kind::SubOverflows:
    case Kind::MulOverflows: return true;
    default: return false;
  }
}

}  // namespace

std::unordered_set<Term> signedSymbols(const Terms& terms, std::span<const Term> all,
                                       const std::vector<std::pair<Term, Term>>& equal) {
  std::unordered_set<uint32_t> found;
  std::vector<std::vector<uint32_t>> alike;
  // What was extended has shown its sign there.
  const auto symbolsOf = [&](Term a, Term b) {
    std::vector<uint32_t> numbers;
    std::vector<Term> work = {a, b};
    std::unordered_set<Term> seen;
    while (!work.empty()) {
      const Term part = work.back();
      work.pop_back();
      if (part == kNoTerm || !seen.insert(part).second) continue;
      const Node& node = terms[part];
      if (node.kind == Kind::Symbol) numbers.push_back(static_cast<uint32_t>(node.value));
      if (node.kind != Kind::ZeroExtend && node.kind != Kind::SignExtend)
        work.insert(work.end(), {node.a, node.b, node.c});
    }
    return numbers;
  };
  std::unordered_set<Term> seen;
  const auto look = [&](Term part, const Node& node) {
    if (!seen.insert(part).second) return true;
    const bool isEquation = node.kind == Kind::Equal && terms.widthOf(node.a) > 1;
    if (isEquation) alike.push_back(symbolsOf(node.a, node.b));
    for (const uint32_t each : readsSigned(node.kind) ? symbolsOf(node.a, node.b) : std::vector<uint32_t>()) {
      found.insert(each);
    }
    return true;
  };
  for (const Term each : all) forEachPart(terms, each, look);
  for (const auto& [a, b] : equal) {
    if (terms.widthOf(a) > 1) alike.push_back(symbolsOf(a, b));
    for (const Term each : {a, b}) forEachPart(terms, each, look);
  }
  for (size_t before = std::numeric_limits<size_t>::max(); before != found.size();) {
    before = found.size();
    for (const auto& symbols : alike) {
      const bool isSigned =
          std::any_of(symbols.begin(), symbols.end(), [&](uint32_t each) { return found.contains(each); });
      if (isSigned) found.insert(symbols.begin(), symbols.end());
    }
  }
  std::unordered_set<Term> symbols;
  for (const uint32_t number : found) symbols.insert(terms.symbols()[number].term);
  return symbols;
}

Integers::Integers(const Terms& terms, z3::context& context, std::unordered_set<Term> areSigned, Wraps wraps)
    : terms_(terms),
      context_(context),
      areSigned_(std::move(areSigned)),
      wraps_(wraps),
      solver_(context, z3::solver::simple()),
      facts_(context),
      constants_(context),
      markers_(context) {
  limit(kEffortForRange);
}

void Integers::limit(unsigned effort) {
  z3::params parameters(context_);
  parameters.set("ctrl_c", false);
  parameters.set("rlimit", effort);
  solver_.set(parameters);
}

void Integers::assume(Term term) {
  translate(term);
  if (!isExact_) return;
  const z3::expr marker = context_.bool_const(("m" + std::to_string(term)).c_str());
  marked_.emplace(marker.id(), term);
  markers_.push_back(marker);
  facts_.push_back(entryOf(term).raw);
  solver_.add(z3::implies(marker, entryOf(term).raw));
}

z3::expr Integers::valueFor(Term symbol, Term term) {
  translate(term);
  if (terms_.widthOf(symbol) == 1) return isExact_ ? entryOf(term).raw : fail(true);
  return isExact_ ? number(term, areSigned_.contains(symbol)) : fail(false);
}

z3::expr Integers::symbol(Term symbol) {
  translate(symbol);
  return entryOf(symbol).raw;
}

/// Parts have lower numbers than what they are parts of.
void Integers::translate(Term term) {
  std::vector<Term> parts;
  forEachPart(terms_, term, [&](Term part, const Node&) {
    if (!entries_.contains(part)) parts.push_back(part);
    return parts.size() < kMostParts;
  });
  isExact_ = isExact_ && parts.size() + entries_.size() < kMostParts;
  if (!isExact_) return;
  std::sort(parts.begin(), parts.end());
  for (const Term part : parts) {
    if (!isExact_) return;
    entries_.emplace(part, translated(part, terms_[part]));
  }
}

Integers::Entry Integers::translated(Term term, const Node& node) {
  bool isSigned = node.kind == Kind::SignExtend || areSigned_.contains(term);
  if (node.width > 1 && node.kind != Kind::ZeroExtend) {
    for (const Term operand : {node.a, node.b, node.c}) {
      isSigned = isSigned || (operand != kNoTerm && entryOf(operand).isSigned);
    }
  }
  if (node.width == 0) return {fail(true), false, {}, {}};
  return {node.width == 1 ? truthOf(node) : rawOf(term, node), isSigned, {}, {}};
}

z3::expr Integers::rawOf(Term term, const Node& node) {
  const auto raw = [&](Term operand) { return entryOf(operand).raw; };
  const auto isConstant = [&](Term operand) { return terms_.isConstant(operand); };
  const auto factor = [&](Term operand) { return constant(terms_.valueOf(operand), node.width, true); };
  switch (node.kind) {
    case Kind::Constant: return constant(node.value, node.width, true);
    case Kind::Symbol: {
      const bool isSigned = areSigned_.contains(term);
      const z3::expr symbol = context_.int_const(("s" + std::to_string(node.value)).c_str());
      constants_.push_back(symbol);
      addFact(least(node.width, isSigned) <= symbol && symbol <= most(node.width, isSigned));
      return symbol;
    }
    case Kind::Add: return raw(node.a) + raw(node.b);
    case Kind::Mul:
      if (isConstant(node.a)) return factor(node.a) * raw(node.b);
      return isConstant(node.b) ? raw(node.a) * factor(node.b) : fail(false);
    case Kind::Not: return -raw(node.a) - 1;
    case Kind::Shl:
      if (!isConstant(node.b) || terms_.valueOf(node.b) >= node.width) return fail(false);
      return raw(node.a) * power(static_cast<unsigned>(terms_.valueOf(node.b)));
    case Kind::LShr:
    case Kind::AShr:
      if (!isConstant(node.b) || terms_.valueOf(node.b) >= node.width) return fail(false);
      return divided(number(node.a, node.kind == Kind::AShr), uint64_t{1} << terms_.valueOf(node.b), false);
    case Kind::UDiv:
    case Kind::URem:
      if (!isConstant(node.b) || terms_.valueOf(node.b) == 0) return fail(false);
      return divided(number(node.a, false), terms_.valueOf(node.b), node.kind == Kind::URem);
    case Kind::SDiv:
    case Kind::SRem: {  // towards zero
      if (!isConstant(node.b) || asSigned(terms_.valueOf(node.b), node.width) <= 0) return fail(false);
      const z3::expr whole = number(node.a, true);
      const z3::expr size = divided(z3::ite(whole < 0, -whole, whole), terms_.valueOf(node.b), node.kind == Kind::SRem);
      return z3::ite(whole < 0, -size, size);
    }
    case Kind::Extract:
      if (node.value == 0) return raw(node.a);
      return divided(number(node.a, false), uint64_t{1} << node.value, false);
    case Kind::ZeroExtend: return number(node.a, false);
    case Kind::SignExtend: return number(node.a, true);
    case Kind::Concat: {
      const z3::expr high = terms_.widthOf(node.a) == 1 ? number(node.a, false) : raw(node.a);
      return high * power(terms_.widthOf(node.b)) + number(node.b, false);
    }
    case Kind::IfThenElse: return z3::ite(raw(node.a), raw(node.b), raw(node.c));
    default: return fail(false);
  }
}

z3::expr Integers::truthOf(const Node& node) {
  const auto truth = [&](Term operand) { return entryOf(operand).raw; };
  switch (node.kind) {
    case Kind::Constant: return context_.bool_val(node.value != 0);
    case Kind::Symbol: {
      const z3::expr symbol = context_.bool_const(("s" + std::to_string(node.value)).c_str());
      constants_.push_back(symbol);
      return symbol;
    }
    case Kind::Not: return !truth(node.a);
    case Kind::And: return truth(node.a) && truth(node.b);
    case Kind::Or: return truth(node.a) || truth(node.b);
    case Kind::Xor:
    case Kind::Add: return truth(node.a) != truth(node.b);
    case Kind::IfThenElse: return z3::ite(truth(node.a), truth(node.b), truth(node.c));
    case Kind::Equal: {
      if (terms_.widthOf(node.a) == 1) return truth(node.a) == truth(node.b);
      if (terms_.widthOf(node.a) == 0) return fail(true);
      const bool isSigned = entryOf(node.a).isSigned || entryOf(node.b).isSigned;
      return number(node.a, isSigned) == number(node.b, isSigned);
    }
    case Kind::Less:
    case Kind::LessSigned: {
      const bool isSigned = node.kind == Kind::LessSigned;
      return number(node.a, isSigned) < number(node.b, isSigned);
    }
    case Kind::AddOverflows:
    case Kind::SubOverflows:
    case Kind::MulOverflows:
    case Kind::UMulOverflows: return overflowOf(node);
    case Kind::Extract: return bitOf(node.a, static_cast<unsigned>(node.value));
    default: return fail(true);
  }
}

z3::expr Integers::overflowOf(const Node& node) {
  const bool isSigned = node.kind != Kind::UMulOverflows;
  const bool isProduct = node.kind == Kind::MulOverflows || node.kind == Kind::UMulOverflows;
  if (isProduct && !terms_.isConstant(node.a) && !terms_.isConstant(node.b)) return fail(true);
  const z3::expr a = number(node.a, isSigned);
  const z3::expr b = number(node.b, isSigned);
  const z3::expr result = isProduct ? a * b : node.kind == Kind::AddOverflows ? a + b : a - b;
  const unsigned width = terms_.widthOf(node.a);
  return result < least(width, isSigned) || result > most(width, isSigned);
}

z3::expr Integers::bitOf(Term term, unsigned bit) {
  const unsigned width = terms_.widthOf(term);
  if (bit + 1 == width) return number(term, true) < 0;
  const z3::expr above = bit == 0 ? entryOf(term).raw : divided(number(term, false), uint64_t{1} << bit, false);
  return divided(above, 2, true) == 1;
}

z3::expr Integers::number(Term term, bool isSigned) {
  Entry& entry = entryOf(term);
  const Node& node = terms_[term];
  if (node.width == 1) return z3::ite(entry.raw, context_.int_val(isSigned ? -1 : 1), context_.int_val(0));
  if (node.kind == Kind::Constant) return constant(node.value, node.width, isSigned);
  auto& known = isSigned ? entry.asSigned : entry.asUnsigned;
  const bool isSum = node.kind == Kind::Add || node.kind == Kind::Mul || node.kind == Kind::IfThenElse;
  if (!known) known = inRange(entry.raw, node.width, isSigned, isSum);
  return *known;
}

/// What an integer is modulo 2^width, in the range of numbers with so many bits.
z3::expr Integers::inRange(const z3::expr& raw, unsigned width, bool isSigned, bool isSum) {
  const z3::expr low = least(width, isSigned);
  const z3::expr high = most(width, isSigned);
  if (isSum && wraps_ == Wraps::Never) {
    addFact(low <= raw && raw <= high);
    return raw;
  }
  const z3::expr all = power(width);
  const bool isNeverBelow = mustHold(raw >= low);
  const bool isNeverAbove = mustHold(raw <= high);
  if (isNeverBelow && isNeverAbove) return raw;
  if (mustHold(raw >= low - all && raw <= high + all)) {
    const z3::expr lowered = isNeverAbove ? raw : z3::ite(raw > high, raw - all, raw);
    return isNeverBelow ? lowered : z3::ite(raw < low, raw + all, lowered);
  }
  const z3::expr value = fresh();
  addFact(raw == value + all * fresh() && low <= value && value <= high);
  return value;
}

/// Rounded down.
z3::expr Integers::divided(const z3::expr& number, uint64_t divisor, bool wantsRemainder) {
  const z3::expr by = context_.int_val(divisor);
  const z3::expr quotient = fresh();
  const z3::expr remainder = fresh();
  addFact(number == quotient * by + remainder && remainder >= 0 && remainder < by);
  return wantsRemainder ? remainder : quotient;
}

z3::expr Integers::fresh() {
  const z3::expr number = context_.int_const(("n" + std::to_string(constants_.size())).c_str());
  constants_.push_back(number);
  return number;
}

bool Integers::mustHold(const z3::expr& condition) {
  if (condition.simplify().is_true()) return true;
  solver_.push();
  solver_.add(!condition);
  const bool holds = solver_.check(markers_) == z3::unsat;
  if (holds) extendCore();
  solver_.pop();
  return holds;
}

void Integers::extendCore() {
  for (const z3::expr& marker : solver_.unsat_core()) core_.insert(marked_.at(marker.id()));
}

z3::check_result Integers::decide(unsigned effort) {
  limit(effort);
  const z3::check_result result = solver_.check(markers_);
  if (result == z3::unsat) extendCore();
  return result;
}

Model Integers::model() const {
  Model model;
  const z3::model found = solver_.get_model();
  for (const auto& [term, entry] : entries_) {
    const Node& node = terms_[term];
    if (node.kind != Kind::Symbol) continue;
    const z3::expr value = found.eval(entry.raw, true);
    int64_t small = 0;
    uint64_t large = 0;
    if (value.is_bool()) {
      large = value.is_true() ? 1 : 0;
    } else if (!value.is_numeral_u64(large) && value.is_numeral_i64(small)) {
      large = static_cast<uint64_t>(small) & maskOf(node.width);
    }
    model.values[static_cast<uint32_t>(node.value)] = large;
  }
  return model;
}

void Integers::addFact(const z3::expr& fact) {
  facts_.push_back(fact);
  solver_.add(fact);
}

z3::expr Integers::fail(bool isTruth) {
  isExact_ = false;
  return isTruth ? context_.bool_val(true) : context_.int_val(0);
}

z3::expr Integers::constant(uint64_t bits, unsigned width, bool isSigned) {
  return isSigned ? context_.int_val(asSigned(bits, width)) : context_.int_val(bits);
}

z3::expr Integers::power(unsigned exponent) {
  if (exponent < 64) return context_.int_val(uint64_t{1} << exponent);
  return context_.int_val("18446744073709551616");
}

z3::expr Integers::least(unsigned width, bool isSigned) {
  return constant(isSigned ? signBit(width) : 0, width, isSigned);
}

z3::expr Integers::most(unsigned width, bool isSigned) {
  return constant(isSigned ? maskOf(width - 1) : maskOf(width), width, isSigned);
}

}  // namespace clew::term
