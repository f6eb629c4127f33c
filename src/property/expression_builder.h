// Puts the nodes of an expression together, with C's types and conversions: what an operator makes of its operands, and
// what a place in memory is worth.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "program/program.h"
#include "property/expression.h"
#include "property/lexer.h"
#include "property/literals.h"
#include "property/names.h"

namespace clew::property {

/// An operator with two operands.
struct Binary {
  std::string_view symbol;
  unsigned precedence;
  Operation operation;
  bool swapped = false;
};

class ExpressionBuilder {
 protected:
  using Program = program::Program;
  using Type = program::Type;

  explicit ExpressionBuilder(const Program& program) : program_(program) {}

  /// A value, or a place in memory that has one.
  struct Operand {
    uint32_t node = 0;  // of the value, or of the place's address
    bool isPlace = false;
    uint32_t type = 0;  // places: the program's type
    Field field;        // places: bit-fields
    size_t begin = 0;
  };

  // ---- nodes ----

  const Node& node(uint32_t index) const { return made_.nodes_[index]; }

  uint32_t add(Node made, size_t begin) {
    for (const uint32_t child : {made.a, made.b, made.c}) {
      if (child != kNoNode) made.hasNext |= node(child).hasNext;
    }
    made.hasNext |= made.operation == Operation::Next;
    made.begin = static_cast<uint32_t>(begin);
    made.end = static_cast<uint32_t>(std::max(lastEnd_, begin));
    made_.nodes_.push_back(made);
    return static_cast<uint32_t>(made_.nodes_.size()) - 1;
  }
  uint32_t add(Operation operation, ValueType type, size_t begin, uint32_t a = kNoNode, uint32_t b = kNoNode,
               uint64_t value = 0) {
    Node made;
    made.operation = operation;
    made.type = type;
    made.a = a;
    made.b = b;
    made.value = value;
    return add(made, begin);
  }
  uint32_t constant(uint64_t value, ValueType type, size_t begin) {
    return add(Operation::Constant, type, begin, kNoNode, kNoNode, value);
  }
  uint32_t convert(uint32_t from, ValueType type) {
    if (node(from).type == type) return from;
    const uint32_t made = add(Operation::Convert, type, node(from).begin, from);
    made_.nodes_[made].end = node(from).end;
    return made;
  }
  bool isZero(uint32_t index) const {
    return node(index).operation == Operation::Constant && node(index).value == 0 && !isFloating(index);
  }
  bool isPointer(uint32_t index) const { return node(index).type.kind == ValueType::Kind::Pointer; }
  bool isFloating(uint32_t index) const { return node(index).type.kind == ValueType::Kind::Floating; }
  void requireInteger(uint32_t index, std::string_view what) const {
    if (node(index).type.kind == ValueType::Kind::Integer) return;
    throw Mistake{node(index).begin, fmt::format("'{}' needs integers", what)};
  }
  void requireNumber(uint32_t index, std::string_view what) const {
    if (isPointer(index)) throw Mistake{node(index).begin, fmt::format("'{}' needs numbers, not pointers", what)};
  }

  // ---- places ----

  ValueType scalarOf(uint32_t index, size_t place) const {
    const Type& type = program_.types[index];
    switch (type.kind) {
      case Type::Kind::Signed:
      case Type::Kind::Unsigned:
      case Type::Kind::Character:
      case Type::Kind::Enumeration:
        if (type.size == 1 || type.size == 2 || type.size == 4 || type.size == 8)
          return integer(static_cast<unsigned>(type.size), type.isSigned);
        break;
      case Type::Kind::Boolean:
        if (type.size == 1) return {ValueType::Kind::Integer, 1, false, true, 0};
        break;
      case Type::Kind::Float:
        if (type.size == 4 || type.size == 8)
          return {ValueType::Kind::Floating, static_cast<uint8_t>(type.size), true, false, 0};
        break;
      case Type::Kind::Pointer: return pointerTo(type.element);
      case Type::Kind::Structure: throw Mistake{place, "a structure is no value; name one of its fields"};
      default: break;
    }
    throw Mistake{place, fmt::format("values of the type '{}' are not supported", type.name)};
  }

  /// C++ references are followed at once.
  Operand placeAt(uint32_t address, uint32_t type, size_t begin) {
    Operand place{address, true, type, {}, begin};
    if (!program_.types[type].isReference) return place;
    place.node = load(address, type, begin);
    made_.nodes_[place.node].isShown = false;
    place.type = program_.types[type].element;
    return place;
  }

  uint32_t load(uint32_t address, uint32_t type, size_t begin) {
    Node made;
    made.operation = Operation::Load;
    made.type = scalarOf(type, begin);
    made.a = address;
    made.isShown = true;
    made.shownType = type;
    return add(made, begin);
  }

  uint32_t loadBits(const Operand& place) {
    const uint32_t made = load(place.node, place.type, place.begin);
    Node& bits = made_.nodes_[made];
    bits.bitOffset = place.field.bitOffset;
    bits.bitWidth = place.field.bitWidth;
    // What fits an int is one, whatever the field was declared as.
    if (bits.bitWidth < 32 || (bits.bitWidth == 32 && bits.type.isSigned)) return convert(made, kInt);
    return bits.bitWidth == 32 ? convert(made, integer(4, false)) : made;
  }

  uint32_t value(const Operand& operand) {
    if (!operand.isPlace) return operand.node;
    const Type& type = program_.types[operand.type];
    if (type.kind == Type::Kind::Array) {
      return add(Operation::Offset, pointerTo(type.element), operand.begin, operand.node);
    }
    return operand.field.bitWidth > 0 ? loadBits(operand) : load(operand.node, operand.type, operand.begin);
  }

  /// A pointer that is followed: not itself of interest to people.
  uint32_t followed(const Operand& operand, std::string_view what) {
    const uint32_t pointer = value(operand);
    if (!isPointer(pointer)) throw Mistake{operand.begin, fmt::format("'{}' needs a pointer", what)};
    if (node(pointer).type.target == 0) throw Mistake{operand.begin, "it is not known what this points to"};
    made_.nodes_[pointer].isShown = false;
    return pointer;
  }

  uint64_t sizeOfTarget(uint32_t pointer) const {
    const uint64_t size = program_.types[node(pointer).type.target].size;
    if (size == 0) throw Mistake{node(pointer).begin, "the size of what this points to is not known"};
    return size;
  }

  // ---- operators ----

  uint32_t combine(const Binary& how, uint32_t a, uint32_t b, size_t begin) {
    switch (how.operation) {
      case Operation::And:
      case Operation::Or: return add(how.operation, kInt, begin, a, b);
      case Operation::Less:
      case Operation::LessEqual:
      case Operation::Equal:
      case Operation::NotEqual: return compare(how, a, b, begin);
      case Operation::ShiftLeft:
      case Operation::ShiftRight: {
        requireInteger(a, how.symbol);
        requireInteger(b, how.symbol);
        const uint32_t left = convert(a, promoted(node(a).type));
        const uint32_t right = convert(b, promoted(node(b).type));
        return add(how.operation, node(left).type, begin, left, right);
      }
      case Operation::Add:
      case Operation::Subtract:
        if (isPointer(a) || isPointer(b)) return movePointer(how, a, b, begin);
        break;
      case Operation::Remainder:
      case Operation::BitAnd:
      case Operation::BitXor:
      case Operation::BitOr:
        requireInteger(a, how.symbol);
        requireInteger(b, how.symbol);
        break;
      default: break;
    }
    requireNumber(a, how.symbol);
    requireNumber(b, how.symbol);
    const ValueType type = common(node(a).type, node(b).type);
    const uint32_t left = convert(a, type);
    const uint32_t right = convert(b, type);
    return add(how.operation, type, begin, left, right);
  }

  uint32_t compare(const Binary& how, uint32_t a, uint32_t b, size_t begin) {
    if (isPointer(a) != isPointer(b) && !isZero(a) && !isZero(b))
      throw Mistake{begin, fmt::format("'{}' compares a pointer and a number", how.symbol)};
    if (!isPointer(a) && !isPointer(b)) {
      const ValueType type = common(node(a).type, node(b).type);
      a = convert(a, type);
      b = convert(b, type);
    }
    return add(how.operation, kInt, begin, a, b);
  }

  uint32_t movePointer(const Binary& how, uint32_t a, uint32_t b, size_t begin) {
    const bool minus = how.operation == Operation::Subtract;
    if (isPointer(a) && isPointer(b)) {
      if (!minus) throw Mistake{begin, "two pointers cannot be added"};
      if (sizeOfTarget(a) != sizeOfTarget(b)) throw Mistake{begin, "the pointers are of different types"};
      return add(Operation::Difference, integer(longBytes(), true), begin, a, b, sizeOfTarget(a));
    }
    if (minus && isPointer(b)) throw Mistake{begin, "a pointer cannot be subtracted from a number"};
    const uint32_t pointer = isPointer(a) ? a : b;
    const uint32_t distance = isPointer(a) ? b : a;
    requireInteger(distance, how.symbol);
    const uint64_t size = sizeOfTarget(pointer);
    return add(Operation::Index, node(pointer).type, begin, pointer, distance, minus ? -size : size);
  }

  /// Of a long and of a pointer.
  unsigned longBytes() const { return program_.addresses.pointerBits / 8; }
  ValueType pointerTo(uint32_t target) const {
    return {ValueType::Kind::Pointer, static_cast<uint8_t>(longBytes()), false, false, target};
  }

  void assignSlots(uint32_t index) {
    Node& each = made_.nodes_[index];
    if (each.hasNext) {
      if (each.operation == Operation::Next) return;
      for (const uint32_t child : {each.a, each.b, each.c}) {
        if (child != kNoNode) assignSlots(child);
      }
      return;
    }
    each.slot = static_cast<uint32_t>(made_.parts_.size());
    made_.parts_.push_back(index);
  }

  const Program& program_;
  Expression made_;
  size_t lastEnd_ = 0;  // of the text that a node made now stands for
};

}  // namespace clew::property
