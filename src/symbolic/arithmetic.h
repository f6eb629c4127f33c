// Arithmetic on symbols: each instruction becomes a term of what it computes. What can go wrong is checked first. The
// functions are the machine's own, for a symbolic domain.
#pragma once

#include <fmt/format.h>

#include "machine/machine.h"
#include "symbolic/run.h"
#include "symbolic/symbolic_domain.h"

namespace clew::machine {

/// A value as a term of this width. Values are zero-extended in their slots.
inline term::Term termOf(term::Terms& terms, const symbolic::Value& value, unsigned width) {
  if (value.term == term::kNoTerm) return terms.constant(value.bits & maskOf(width), width);
  const unsigned own = terms.widthOf(value.term);
  if (own == width) return value.term;
  return own < width ? terms.zeroExtend(value.term, width) : terms.extract(value.term, 0, width);
}

/// A term as a value; bits that are undefined are nobody's.
inline symbolic::Value valueOf(const term::Terms& terms, term::Term term, uint64_t undefined = 0) {
  const uint64_t all = maskOf(terms.widthOf(term));
  undefined &= all;
  if (undefined == all) return {0, undefined};
  if (terms.isConstant(term)) return {terms.valueOf(term) & ~undefined, undefined};
  return {0, undefined, term};
}

/// The bits of a result that depend on undefined ones of its operands, at most.
inline uint64_t undefinedBits(program::Op op, const symbolic::Value& a, const symbolic::Value& b, unsigned width) {
  using program::Op;
  const uint64_t all = maskOf(width);
  const uint64_t either = a.undefined | b.undefined;
  if (either == 0) return 0;
  const auto maybeOne = [&](const symbolic::Value& v) { return v.term != 0 ? all : v.bits | v.undefined; };
  const auto surelyOne = [&](const symbolic::Value& v) { return v.term != 0 ? 0 : v.bits; };
  switch (op) {
    case Op::And:
    case Op::AndI: return either & maybeOne(a) & maybeOne(b);
    case Op::Or:
    case Op::OrI: return either & ~(surelyOne(a) | surelyOne(b));
    case Op::Xor:
    case Op::XorI:
    case Op::Trunc: return either & all;
    default: return all;
  }
}

/// Signed or unsigned comparison and the like, by opcode; none if the instruction is none of these.
inline term::Term integerTerm(term::Terms& terms, const program::Instruction& i, term::Term a, term::Term b) {
  using program::Op;
  switch (i.op) {
    case Op::Add:
    case Op::AddI:
    case Op::AddNsw:
    case Op::AddNswI: return terms.add(a, b);
    case Op::Sub:
    case Op::SubNsw: return terms.sub(a, b);
    case Op::Mul:
    case Op::MulI:
    case Op::MulNsw:
    case Op::MulNswI: return terms.mul(a, b);
    case Op::And:
    case Op::AndI: return terms.bitAnd(a, b);
    case Op::Or:
    case Op::OrI: return terms.bitOr(a, b);
    case Op::Xor:
    case Op::XorI: return terms.bitXor(a, b);
    case Op::Eq:
    case Op::EqI: return terms.equal(a, b);
    case Op::Ne:
    case Op::NeI: return terms.bitNot(terms.equal(a, b));
    case Op::Ult:
    case Op::UltI: return terms.less(a, b);
    case Op::Ule: return terms.lessEqual(a, b);
    case Op::UgtI: return terms.less(b, a);
    case Op::Slt:
    case Op::SltI: return terms.lessSigned(a, b);
    case Op::Sle: return terms.lessEqualSigned(a, b);
    case Op::SgtI: return terms.lessSigned(b, a);
    default: return term::kNoTerm;
  }
}

inline bool hasImmediate(program::Op op) {
  using program::Op;
  switch (op) {
    case Op::AddI:
    case Op::MulI:
    case Op::AndI:
    case Op::OrI:
    case Op::XorI:
    case Op::ShlI:
    case Op::LShrI:
    case Op::AShrI:
    case Op::EqI:
    case Op::NeI:
    case Op::UltI:
    case Op::UgtI:
    case Op::SltI:
    case Op::SgtI:
    case Op::AddNswI:
    case Op::MulNswI: return true;
    default: return false;
  }
}

/// The condition under which signed arithmetic does not fit; none if that is not to be reported.
inline std::optional<term::Kind> overflowOf(program::Op op) {
  using program::Op;
  switch (op) {
    case Op::AddNsw:
    case Op::AddNswI: return term::Kind::AddOverflows;
    case Op::SubNsw: return term::Kind::SubOverflows;
    case Op::MulNsw:
    case Op::MulNswI: return term::Kind::MulOverflows;
    default: return std::nullopt;
  }
}

/// Population count, leading and trailing zeros, bytes and bits in reverse.
inline term::Term bitsTerm(term::Terms& terms, program::BitsKind kind, term::Term a, unsigned width) {
  using program::BitsKind;
  const auto bit = [&](unsigned k) { return terms.extract(a, k, 1); };
  const auto number = [&](uint64_t value) { return terms.constant(value, width); };
  switch (kind) {
    case BitsKind::Population: {
      term::Term sum = number(0);
      for (unsigned k = 0; k < width; ++k) sum = terms.add(sum, width == 1 ? bit(k) : terms.zeroExtend(bit(k), width));
      return sum;
    }
    case BitsKind::LeadingZeros: {
      term::Term found = number(width);
      for (unsigned k = 0; k < width; ++k) found = terms.ifThenElse(bit(k), number(width - 1 - k), found);
      return found;
    }
    case BitsKind::TrailingZeros: {
      term::Term found = number(width);
      for (unsigned k = width; k-- > 0;) found = terms.ifThenElse(bit(k), number(k), found);
      return found;
    }
    case BitsKind::ByteSwap:
    case BitsKind::Reverse: {
      const unsigned piece = kind == BitsKind::Reverse ? 1 : 8;
      term::Term result = terms.extract(a, 0, piece);
      for (unsigned k = piece; k < width; k += piece) result = terms.concat(result, terms.extract(a, k, piece));
      return result;
    }
    default: {  // the absolute value
      const term::Term isNegative = terms.lessSigned(a, number(0));
      return terms.ifThenElse(isNegative, terms.negate(a), a);
    }
  }
}

/// Minimum, maximum, and sums that stop at the ends of their range.
inline term::Term pairTerm(term::Terms& terms, program::BitsKind kind, term::Term a, term::Term b, unsigned width) {
  using program::BitsKind;
  const term::Term least = terms.constant(uint64_t{1} << (width - 1), width);
  const term::Term most = terms.constant(maskOf(width) >> 1, width);
  const auto saturated = [&](term::Kind overflows, term::Term result) {
    const term::Term isLow = terms.lessSigned(a, terms.constant(0, width));
    return terms.ifThenElse(terms.apply(overflows, 1, a, b), terms.ifThenElse(isLow, least, most), result);
  };
  switch (kind) {
    case BitsKind::SMin: return terms.ifThenElse(terms.lessSigned(a, b), a, b);
    case BitsKind::SMax: return terms.ifThenElse(terms.lessSigned(b, a), a, b);
    case BitsKind::UMin: return terms.ifThenElse(terms.less(a, b), a, b);
    case BitsKind::UMax: return terms.ifThenElse(terms.less(b, a), a, b);
    case BitsKind::UAddSat: {
      const term::Term sum = terms.add(a, b);
      return terms.ifThenElse(terms.less(sum, a), terms.constant(maskOf(width), width), sum);
    }
    case BitsKind::USubSat: return terms.ifThenElse(terms.less(a, b), terms.constant(0, width), terms.sub(a, b));
    case BitsKind::SAddSat: return saturated(term::Kind::AddOverflows, terms.add(a, b));
    default: return saturated(term::Kind::SubOverflows, terms.sub(a, b));
  }
}

/// Whether __builtin_add_overflow and its relatives say that the result does not fit.
inline term::Term overflowTerm(term::Terms& terms, program::OverflowKind kind, term::Term a, term::Term b) {
  using program::OverflowKind;
  switch (kind) {
    case OverflowKind::SAdd: return terms.apply(term::Kind::AddOverflows, 1, a, b);
    case OverflowKind::SSub: return terms.apply(term::Kind::SubOverflows, 1, a, b);
    case OverflowKind::SMul: return terms.apply(term::Kind::MulOverflows, 1, a, b);
    case OverflowKind::UMul: return terms.apply(term::Kind::UMulOverflows, 1, a, b);
    case OverflowKind::UAdd: return terms.less(terms.add(a, b), a);
    default: return terms.less(a, b);
  }
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::computeSymbols(Thread& thread, const Instruction& i, Value* r) {
  term::Terms& terms = run_->terms;
  const unsigned width = i.width;
  const Value a = r[i.a];
  const auto second = [&] { return hasImmediate(i.op) ? Domain::constant(i.imm()) : r[i.b]; };
  switch (i.op) {
    case Op::Freeze: r[i.dst] = valueOf(terms, a.term); return Next::Continue;
    case Op::Select: {
      if (!Domain::isDefined(a) && !isAtomicFunction(thread)) {
        return fault(thread, Fault::UninitializedBranch, "the condition depends on memory that was never written");
      }
      const term::Term condition = termOf(terms, a, 1);
      const auto known = run_->path.decide(condition);
      if (known) {
        r[i.dst] = *known ? r[i.b] : r[i.c];
        return Next::Continue;
      }
      const Value yes = r[i.b];
      const Value no = r[i.c];
      const auto widthOf = [&](const Value& v) { return v.term == 0 ? 64u : terms.widthOf(v.term); };
      const unsigned common = std::max(yes.term == 0 ? 1 : widthOf(yes), no.term == 0 ? 1 : widthOf(no));
      const unsigned wide = yes.term != 0 && no.term != 0 ? common : 64;
      r[i.dst] = valueOf(terms, terms.ifThenElse(condition, termOf(terms, yes, wide), termOf(terms, no, wide)),
                         yes.undefined | no.undefined);
      return Next::Continue;
    }
    case Op::Trunc: r[i.dst] = valueOf(terms, termOf(terms, a, width), a.undefined); return Next::Continue;
    case Op::SExt: {
      const auto undefined = static_cast<uint64_t>(signExtend(a.undefined, width));
      r[i.dst] = valueOf(terms, terms.signExtend(termOf(terms, a, width), i.aux), undefined);
      return Next::Continue;
    }
    case Op::Bits:
      if ((i.flags & program::kSigned) != 0 && !limits_.overflowWraps) {
        const term::Term least = terms.constant(uint64_t{1} << (width - 1), width);
        const Next next = check(thread, terms.bitNot(terms.equal(termOf(terms, a, width), least)),
                                Fault::SignedOverflow, fmt::format("the absolute value does not fit {} bits", width));
        if (next != Next::Continue) return next;
      }
      r[i.dst] = valueOf(terms, bitsTerm(terms, static_cast<program::BitsKind>(i.aux), termOf(terms, a, width), width),
                         a.undefined != 0 ? maskOf(width) : 0);
      return Next::Continue;
    case Op::BitPair:
      r[i.dst] = valueOf(terms,
                         pairTerm(terms, static_cast<program::BitsKind>(i.aux), termOf(terms, a, width),
                                  termOf(terms, r[i.b], width), width),
                         (a.undefined | r[i.b].undefined) != 0 ? maskOf(width) : 0);
      return Next::Continue;
    case Op::Overflow: {
      const Value b = r[i.b];
      const term::Term x = termOf(terms, a, width);
      const term::Term y = termOf(terms, b, width);
      const auto kind = static_cast<program::OverflowKind>(i.aux);
      const bool adds = kind == program::OverflowKind::SAdd || kind == program::OverflowKind::UAdd;
      const bool subtracts = kind == program::OverflowKind::SSub || kind == program::OverflowKind::USub;
      const uint64_t undefined = (a.undefined | b.undefined) != 0 ? ~uint64_t{0} : 0;
      const term::Term result = adds ? terms.add(x, y) : subtracts ? terms.sub(x, y) : terms.mul(x, y);
      r[i.dst] = valueOf(terms, result, undefined);
      r[i.dst + 1] = valueOf(terms, overflowTerm(terms, kind, x, y), undefined);
      return Next::Continue;
    }
    default: break;
  }
  const std::string_view operands = program::operandsOf(i.op);
  if (operands != "dab" && operands != "dai") {
    return pinOperands(thread, i, r);
  }
  const Value b = second();
  // The width of what is compared is only given where signs matter.
  const auto ownWidth = [&](const Value& v) {
    return v.term != 0 ? terms.widthOf(v.term)
                       : static_cast<unsigned>(std::max<int>(std::bit_width(v.bits | v.undefined), 1));
  };
  const unsigned common = width != 0 ? width : std::max(ownWidth(a), ownWidth(b));
  const term::Term x = termOf(terms, a, common);
  const term::Term y = termOf(terms, b, common);
  if (const auto overflows = overflowOf(i.op);
      overflows && !limits_.overflowWraps && Domain::isDefined(a) && Domain::isDefined(b)) {
    const Next next = check(thread, terms.bitNot(terms.apply(*overflows, 1, x, y)), Fault::SignedOverflow,
                            fmt::format("the result of signed arithmetic does not fit {} bits", width));
    if (next != Next::Continue) return next;
  }
  const term::Term result = integerTerm(terms, i, x, y);
  if (result == term::kNoTerm) {
    return pinOperands(thread, i, r);
  }
  r[i.dst] = valueOf(terms, result, undefinedBits(i.op, a, b, terms.widthOf(result)));
  return Next::Continue;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::shiftSymbols(Thread& thread, const Instruction& i, Value* r) {
  term::Terms& terms = run_->terms;
  const unsigned width = i.width;
  const Value a = r[i.a];
  const Value amount = hasImmediate(i.op) ? Domain::constant(i.imm()) : r[i.b];
  if (!Domain::isDefined(amount)) {
    r[i.dst] = Domain::undefinedValue(width);
    return Next::Continue;
  }
  const term::Term by = termOf(terms, amount, width);
  const term::Term fits = maskOf(width) < width ? terms.truth(true) : terms.less(by, terms.constant(width, width));
  if ((i.flags & program::kSigned) != 0) {
    const Next next =
        check(thread, fits, Fault::Shift,
              fmt::format("a value of {} bits is shifted by as much or more, or by a negative number", width));
    if (next != Next::Continue) return next;
  } else if (run_->path.decide(fits) != true) {  // what the concrete machine leaves undefined
    run_->leaves.doubt(terms.bitNot(fits), {Fault::None, thread.number, thread.frames.back().pc,
                                            "a shift by too much in a library function is not modelled"});
    ended_ = Outcome::Pruned;
    if (!run_->path.assume(fits)) return Next::End;
  }
  const bool isLeft = i.op == Op::Shl || i.op == Op::ShlI;
  const bool isLogical = i.op == Op::LShr || i.op == Op::LShrI;
  const term::Kind kind = isLeft ? term::Kind::Shl : isLogical ? term::Kind::LShr : term::Kind::AShr;
  uint64_t undefined = a.undefined == 0 ? 0 : maskOf(width);
  if (undefined != 0 && terms.isConstant(by)) {
    const uint64_t distance = terms.valueOf(by);
    undefined = isLeft      ? a.undefined << distance
                : isLogical ? a.undefined >> distance
                            : static_cast<uint64_t>(signExtend(a.undefined, width) >> distance);
  }
  r[i.dst] = valueOf(terms, terms.apply(kind, width, termOf(terms, a, width), by), undefined);
  return Next::Continue;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::divideSymbols(Thread& thread, const Instruction& i, Value* r) {
  term::Terms& terms = run_->terms;
  const unsigned width = i.width;
  const Value a = r[i.a];
  const Value b = r[i.b];
  if (!Domain::isDefined(b)) return fault(thread, Fault::Uninitialized, "the divisor was never written");
  const term::Term x = termOf(terms, a, width);
  const term::Term y = termOf(terms, b, width);
  const Next next = check(thread, terms.bitNot(terms.equal(y, terms.constant(0, width))), Fault::DivisionByZero,
                          "the divisor is zero");
  if (next != Next::Continue) return next;
  const bool isSigned = i.op == Op::SDiv || i.op == Op::SRem;
  if (isSigned && !limits_.overflowWraps && Domain::isDefined(a)) {
    const term::Term leaves = terms.bitAnd(terms.equal(y, terms.constant(maskOf(width), width)),
                                           terms.equal(x, terms.constant(uint64_t{1} << (width - 1), width)));
    const Next fits = check(thread, terms.bitNot(leaves), Fault::SignedOverflow,
                            fmt::format("the quotient of the least number and -1 does not fit {} bits", width));
    if (fits != Next::Continue) return fits;
  }
  const term::Kind kind = i.op == Op::UDiv   ? term::Kind::UDiv
                          : i.op == Op::SDiv ? term::Kind::SDiv
                          : i.op == Op::URem ? term::Kind::URem
                                             : term::Kind::SRem;
  r[i.dst] = valueOf(terms, terms.apply(kind, width, x, y), a.undefined != 0 ? maskOf(width) : 0);
  return Next::Continue;
}

/// The term of a floating-point operation; none if solvers do not know it.
inline term::Term floatTerm(term::Terms& terms, program::FloatKind kind, unsigned width, term::Term a, term::Term b) {
  using program::FloatKind;
  using term::Kind;
  const uint64_t sign = uint64_t{1} << (width - 1);
  const auto isNaN = [&](term::Term x) { return terms.apply(Kind::FloatIsNaN, 1, x); };
  switch (kind) {
    case FloatKind::Add: return terms.apply(Kind::FloatAdd, width, a, b);
    case FloatKind::Sub: return terms.apply(Kind::FloatSub, width, a, b);
    case FloatKind::Mul: return terms.apply(Kind::FloatMul, width, a, b);
    case FloatKind::Div: return terms.apply(Kind::FloatDiv, width, a, b);
    case FloatKind::CopySign:
      return terms.bitOr(terms.bitAnd(a, terms.constant(sign - 1, width)),
                         terms.bitAnd(b, terms.constant(sign, width)));
    case FloatKind::MinNum:
    case FloatKind::MaxNum: {
      const term::Term isFirst =
          kind == FloatKind::MinNum ? terms.apply(Kind::FloatLess, 1, a, b) : terms.apply(Kind::FloatLess, 1, b, a);
      return terms.ifThenElse(isNaN(a), b, terms.ifThenElse(terms.bitOr(isFirst, isNaN(b)), a, b));
    }
    case FloatKind::Negate: return terms.bitXor(a, terms.constant(sign, width));
    case FloatKind::Absolute: return terms.bitAnd(a, terms.constant(sign - 1, width));
    case FloatKind::Sqrt: return terms.apply(Kind::FloatSqrt, width, a);
    case FloatKind::Floor: return terms.apply(Kind::FloatFloor, width, a);
    case FloatKind::Ceil: return terms.apply(Kind::FloatCeil, width, a);
    case FloatKind::Truncate: return terms.apply(Kind::FloatTruncate, width, a);
    case FloatKind::Round: return terms.apply(Kind::FloatRound, width, a);
    case FloatKind::RoundEven:
    case FloatKind::Rint: return terms.apply(Kind::FloatRoundEven, width, a);
    default: return term::kNoTerm;
  }
}

/// LLVM's predicates are four bits: unordered, less, greater, equal.
inline term::Term floatCompareTerm(term::Terms& terms, uint8_t predicate, term::Term a, term::Term b) {
  using term::Kind;
  term::Term result = terms.truth(false);
  const auto add = [&](unsigned bit, term::Term condition) {
    if ((predicate & bit) != 0) result = terms.bitOr(result, condition);
  };
  add(8, terms.bitOr(terms.apply(Kind::FloatIsNaN, 1, a), terms.apply(Kind::FloatIsNaN, 1, b)));
  add(4, terms.apply(Kind::FloatLess, 1, a, b));
  add(2, terms.apply(Kind::FloatLess, 1, b, a));
  add(1, terms.apply(Kind::FloatEqual, 1, a, b));
  return result;
}

/// Whether a number is of one of the classes of llvm.is.fpclass.
inline term::Term floatClassTerm(term::Terms& terms, term::Term a, unsigned width, uint64_t classes) {
  const unsigned fraction = width == 32 ? 23 : 52;
  const unsigned exponentBits = width - 1 - fraction;
  const term::Term exponent = terms.extract(a, fraction, exponentBits);
  const term::Term mantissa = terms.extract(a, 0, fraction);
  const term::Term isNegative = terms.extract(a, width - 1, 1);
  const term::Term isPositive = terms.bitNot(isNegative);
  const term::Term noMantissa = terms.equal(mantissa, terms.constant(0, fraction));
  const term::Term hasMantissa = terms.bitNot(noMantissa);
  const term::Term isSpecial = terms.equal(exponent, terms.constant(maskOf(exponentBits), exponentBits));
  const term::Term isSmall = terms.equal(exponent, terms.constant(0, exponentBits));
  const term::Term isNormal = terms.bitNot(terms.bitOr(isSpecial, isSmall));
  const term::Term isQuiet = terms.extract(a, fraction - 1, 1);
  const term::Term isNaN = terms.bitAnd(isSpecial, hasMantissa);
  const term::Term isSubnormal = terms.bitAnd(isSmall, hasMantissa);
  const term::Term isZero = terms.bitAnd(isSmall, noMantissa);
  const term::Term isInfinite = terms.bitAnd(isSpecial, noMantissa);
  const std::array<term::Term, 10> conditions = {
      terms.bitAnd(isNaN, terms.bitNot(isQuiet)), terms.bitAnd(isNaN, isQuiet),
      terms.bitAnd(isInfinite, isNegative),       terms.bitAnd(isNormal, isNegative),
      terms.bitAnd(isSubnormal, isNegative),      terms.bitAnd(isZero, isNegative),
      terms.bitAnd(isZero, isPositive),           terms.bitAnd(isSubnormal, isPositive),
      terms.bitAnd(isNormal, isPositive),         terms.bitAnd(isInfinite, isPositive)};
  term::Term result = terms.truth(false);
  for (size_t k = 0; k < conditions.size(); ++k) {
    if ((classes >> k & 1) != 0) result = terms.bitOr(result, conditions[k]);
  }
  return result;
}

/// Whether the value of a float, cut to an integer, fits; the bounds are exact as floats.
inline term::Term fitsInteger(term::Terms& terms, term::Term a, unsigned from, unsigned to, bool isSigned) {
  using term::Kind;
  const auto real = [&](double value) {
    return from == 32 ? terms.constant(std::bit_cast<uint32_t>(static_cast<float>(value)), 32)
                      : terms.constant(std::bit_cast<uint64_t>(value), 64);
  };
  const double limit = std::ldexp(1.0, static_cast<int>(isSigned ? to - 1 : to));
  const term::Term cut = terms.apply(Kind::FloatTruncate, from, a);
  const term::Term isBelow = terms.apply(Kind::FloatLess, 1, cut, real(limit));
  return terms.bitAnd(isBelow, terms.apply(Kind::FloatLessEqual, 1, real(isSigned ? -limit : 0.0), cut));
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::computeFloat(Thread& thread, const Instruction& i, Value* r) {
  using program::FloatKind;
  using term::Kind;
  term::Terms& terms = run_->terms;
  const unsigned width = i.width;
  const bool isSigned = (i.flags & program::kSigned) != 0;
  const bool isBinary = i.op == Op::Float || i.op == Op::FloatCompare || i.op == Op::FloatFused;
  const uint64_t undefined =
      r[i.a].undefined | (isBinary ? r[i.b].undefined : 0) | (i.op == Op::FloatFused ? r[i.c].undefined : 0);
  const term::Term a = termOf(terms, r[i.a], width);
  const term::Term b = isBinary ? termOf(terms, r[i.b], width) : a;
  term::Term result = term::kNoTerm;
  switch (i.op) {
    case Op::FloatCompare: result = floatCompareTerm(terms, i.aux, a, b); break;
    case Op::FloatClass: result = floatClassTerm(terms, a, width, i.imm()); break;
    case Op::FloatFused: {
      const term::Term c = termOf(terms, r[i.c], width);
      const bool isFused = static_cast<FloatKind>(i.aux) == FloatKind::FusedMultiplyAdd;
      result = isFused ? terms.apply(Kind::FloatFused, width, a, b, c)
                       : terms.apply(Kind::FloatAdd, width, terms.apply(Kind::FloatMul, width, a, b), c);
      break;
    }
    case Op::IntToFloat: result = terms.apply(isSigned ? Kind::SignedToFloat : Kind::UnsignedToFloat, i.aux, a); break;
    case Op::FloatConvert: result = i.aux == width ? a : terms.apply(Kind::FloatConvert, i.aux, a); break;
    case Op::FloatToInt: {
      const term::Term fits = fitsInteger(terms, a, width, i.aux, isSigned);
      if (run_->path.decide(fits) != true) {
        run_->leaves.doubt(terms.bitNot(fits), {Fault::None, thread.number, thread.frames.back().pc,
                                                "a conversion of a number that does not fit its type is not modelled"});
        ended_ = Outcome::Pruned;
        if (!run_->path.assume(fits)) return Next::End;
      }
      result = terms.apply(isSigned ? Kind::FloatToSigned : Kind::FloatToUnsigned, i.aux, a);
      break;
    }
    default: result = floatTerm(terms, static_cast<FloatKind>(i.aux), width, a, b); break;
  }
  if (result == term::kNoTerm) {
    return abandon(thread, "a mathematical function of a value that depends on inputs is not modelled");
  }
  r[i.dst] = valueOf(terms, result, undefined != 0 ? ~uint64_t{0} : 0);
  return Next::Continue;
}

}  // namespace clew::machine
