// The arithmetic that addresses and conditions are made of, on values that may be unknown in part: what was never
// written counts as unknown, and so does what others may change.
#pragma once

#include "machine/concrete_domain.h"
#include "program/instruction.h"

namespace clew::machine {

/// A value of which no bit is known.
inline ConcreteDomain::Value unknown() { return ConcreteDomain::undefinedValue(64); }

class WalkArithmetic {
 public:
  using Op = program::Op;
  using Domain = ConcreteDomain;
  using Value = Domain::Value;

  /// Does what the instruction does, if it only computes; true if that was all.
  static bool compute(const program::Instruction& i, Value* r) {
    const Value immediate = Domain::constant(i.imm());
    switch (i.op) {
      case Op::Const: r[i.dst] = immediate; return true;
      case Op::Move:
      case Op::Freeze: r[i.dst] = r[i.a]; return true;
      case Op::Select:
        r[i.dst] = Domain::isDefined(r[i.a]) ? Domain::select(r[i.a], r[i.b], r[i.c]) : unknown();
        return true;
      case Op::Add:
      case Op::AddNsw: r[i.dst] = Domain::add(r[i.a], r[i.b], i.width); return true;
      case Op::AddI:
      case Op::AddNswI: r[i.dst] = Domain::add(r[i.a], immediate, i.width); return true;
      case Op::Sub:
      case Op::SubNsw: r[i.dst] = Domain::sub(r[i.a], r[i.b], i.width); return true;
      case Op::Mul:
      case Op::MulNsw: r[i.dst] = Domain::mul(r[i.a], r[i.b], i.width); return true;
      case Op::MulI:
      case Op::MulNswI: r[i.dst] = Domain::mul(r[i.a], immediate, i.width); return true;
      case Op::And: r[i.dst] = Domain::bitAnd(r[i.a], r[i.b]); return true;
      case Op::AndI: r[i.dst] = Domain::bitAnd(r[i.a], immediate); return true;
      case Op::Or: r[i.dst] = Domain::bitOr(r[i.a], r[i.b]); return true;
      case Op::OrI: r[i.dst] = Domain::bitOr(r[i.a], immediate); return true;
      case Op::Xor: r[i.dst] = Domain::bitXor(r[i.a], r[i.b]); return true;
      case Op::XorI: r[i.dst] = Domain::bitXor(r[i.a], immediate); return true;
      case Op::Shl: r[i.dst] = Domain::shl(r[i.a], r[i.b], i.width); return true;
      case Op::ShlI: r[i.dst] = Domain::shl(r[i.a], immediate, i.width); return true;
      case Op::LShr: r[i.dst] = Domain::lshr(r[i.a], r[i.b], i.width); return true;
      case Op::LShrI: r[i.dst] = Domain::lshr(r[i.a], immediate, i.width); return true;
      case Op::AShr: r[i.dst] = Domain::ashr(r[i.a], r[i.b], i.width); return true;
      case Op::AShrI: r[i.dst] = Domain::ashr(r[i.a], immediate, i.width); return true;
      case Op::UDiv:
      case Op::URem:
      case Op::SDiv:
      case Op::SRem: r[i.dst] = divide(i, r[i.a], r[i.b]); return true;
      case Op::Trunc: r[i.dst] = Domain::truncate(r[i.a], i.width); return true;
      case Op::SExt: r[i.dst] = Domain::signExtended(r[i.a], i.width, i.aux); return true;
      default: return compare(i, r, immediate);
    }
  }

 private:
  static bool compare(const program::Instruction& i, Value* r, Value immediate) {
    const Value narrow = Domain::constant(i.imm() & maskOf(i.width == 0 ? 64 : i.width));
    switch (i.op) {
      case Op::Eq: r[i.dst] = Domain::equal(r[i.a], r[i.b]); return true;
      case Op::EqI: r[i.dst] = Domain::equal(r[i.a], immediate); return true;
      case Op::Ne: r[i.dst] = Domain::notEqual(r[i.a], r[i.b]); return true;
      case Op::NeI: r[i.dst] = Domain::notEqual(r[i.a], immediate); return true;
      case Op::Ult: r[i.dst] = Domain::less(r[i.a], r[i.b]); return true;
      case Op::UltI: r[i.dst] = Domain::less(r[i.a], immediate); return true;
      case Op::UgtI: r[i.dst] = Domain::less(immediate, r[i.a]); return true;
      case Op::Ule: r[i.dst] = Domain::lessEqual(r[i.a], r[i.b]); return true;
      case Op::Slt: r[i.dst] = Domain::lessSigned(r[i.a], r[i.b], i.width); return true;
      case Op::Sle: r[i.dst] = Domain::lessEqualSigned(r[i.a], r[i.b], i.width); return true;
      case Op::SltI: r[i.dst] = Domain::lessSigned(r[i.a], narrow, i.width); return true;
      case Op::SgtI: r[i.dst] = Domain::lessSigned(narrow, r[i.a], i.width); return true;
      default: return false;
    }
  }

  static Value divide(const program::Instruction& i, Value a, Value b) {
    if (!Domain::isDefined(a) || !Domain::isDefined(b) || b.bits == 0) return unknown();
    if (i.op == Op::UDiv) return Domain::constant(a.bits / b.bits);
    if (i.op == Op::URem) return Domain::constant(a.bits % b.bits);
    const int64_t dividend = signExtend(a.bits, i.width);
    const int64_t divisor = signExtend(b.bits, i.width);
    if (divisor == -1) return unknown();
    const int64_t result = i.op == Op::SDiv ? dividend / divisor : dividend % divisor;
    return Domain::constant(static_cast<uint64_t>(result) & maskOf(i.width));
  }
};

}  // namespace clew::machine
