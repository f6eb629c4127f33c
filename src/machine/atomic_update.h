// What an atomic read-modify-write leaves in memory.
#pragma once

#include "machine/concrete_domain.h"
#include "program/instruction.h"

namespace clew::machine {

template <typename Domain>
typename Domain::Value updated(const program::Instruction& i, typename Domain::Value old,
                               typename Domain::Value operand) {
  using program::RmwKind;
  switch (static_cast<RmwKind>(i.aux)) {
    case RmwKind::Add: return Domain::add(old, operand, i.width);
    case RmwKind::Sub: return Domain::sub(old, operand, i.width);
    case RmwKind::And: return Domain::bitAnd(old, operand);
    case RmwKind::Nand: return Domain::bitXor(Domain::bitAnd(old, operand), Domain::constant(maskOf(i.width)));
    case RmwKind::Or: return Domain::bitOr(old, operand);
    case RmwKind::Xor: return Domain::bitXor(old, operand);
    case RmwKind::Max: return Domain::select(Domain::lessSigned(old, operand, i.width), operand, old);
    case RmwKind::Min: return Domain::select(Domain::lessSigned(old, operand, i.width), old, operand);
    case RmwKind::UMax: return Domain::select(Domain::less(old, operand), operand, old);
    case RmwKind::UMin: return Domain::select(Domain::less(old, operand), old, operand);
    default: return operand;  // an exchange
  }
}

}  // namespace clew::machine
