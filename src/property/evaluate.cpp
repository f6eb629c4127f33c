#include "property/evaluate.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <set>

namespace clew::property {

namespace {

using machine::Object;
using machine::ObjectKind;

uint64_t maskOf(unsigned bits) { return bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1; }

/// The number in its type: cut to its width and extended by its sign.
uint64_t fitted(uint64_t bits, unsigned width, bool isSigned) {
  bits &= maskOf(width);
  if (isSigned && width < 64 && (bits >> (width - 1) & 1) != 0) bits |= ~maskOf(width);
  return bits;
}
uint64_t fitted(uint64_t bits, const ValueType& type) { return fitted(bits, 8u * type.bytes, type.isSigned); }

double real(uint64_t bits) { return std::bit_cast<double>(bits); }

uint64_t realBits(double value, const ValueType& type) {
  return std::bit_cast<uint64_t>(type.bytes == 4 ? static_cast<double>(static_cast<float>(value)) : value);
}

Computed failed(Failure failure, uint32_t node, uint64_t detail = 0) { return {0, failure, node, detail}; }

std::string addressText(const machine::ConcreteMachine& machine, uint64_t address) {
  if (address == 0) return "NULL";
  const program::Program& program = machine.program();
  const Object* object = machine.memory().find(address);
  if (object == nullptr) return fmt::format("{:#x}", address);
  const uint64_t offset = address - object->address;
  const std::string place = offset == 0 ? "" : fmt::format("+{}", static_cast<int64_t>(offset));
  const char* gone = object->live ? "" : " (freed)";
  switch (object->kind) {
    case ObjectKind::Global: {
      const program::Global& global = program.globals[object->source];
      if (offset == 0) return "&" + global.name;
      uint32_t type = 0;
      if (offset >= object->size) return "&" + global.name + place;
      return "&" + global.name + program::nameInside(program, global.type, offset, 1, &type);
    }
    case ObjectKind::Heap:
      return fmt::format("heap({}){}{}", program::placeOf(program, program.sites[object->source].pc), place, gone);
    case ObjectKind::Stack: return fmt::format("&{}{}{}", program.sites[object->source].name, place, gone);
    default: return fmt::format("{:#x}", address);
  }
}

}  // namespace

bool Evaluator::isTrue(uint32_t node, uint64_t bits) const {
  return nodes_[node].type.kind == ValueType::Kind::Floating ? real(bits) != 0 : bits != 0;
}

Computed Evaluator::compute(uint32_t index, std::span<const Computed> before) {
  const Node& node = nodes_[index];
  if (node.slot != kNoNode && !before.empty()) return before[node.slot];
  switch (node.operation) {
    case Operation::Constant: return {node.value};
    case Operation::And:
    case Operation::Or:
    case Operation::Implies:
    case Operation::Conditional: return logical(index, before);
    case Operation::Next: {
      after_ = true;
      const Computed inner = compute(node.a);
      after_ = false;
      return inner;
    }
    default: break;
  }
  const Computed a = compute(node.a, before);
  if (a.failure != Failure::None) return a;
  switch (node.operation) {
    case Operation::Load: return load(index, a.bits);
    case Operation::Offset: return {moved(a.bits, node.value)};
    case Operation::Convert: return convert(index, a.bits);
    case Operation::Negate:
      if (node.type.kind == ValueType::Kind::Floating) return {realBits(-real(a.bits), node.type)};
      return {fitted(-a.bits, node.type)};
    case Operation::Complement: return {fitted(~a.bits, node.type)};
    case Operation::Not: return {isTrue(node.a, a.bits) ? 0u : 1u};
    default: break;
  }
  const Computed b = compute(node.b, before);
  if (b.failure != Failure::None) return b;
  switch (node.operation) {
    case Operation::Index:
      if (node.limit > 0 && b.bits >= node.limit) return failed(Failure::Index, index, b.bits);
      return {moved(a.bits, b.bits * node.value)};
    case Operation::Difference:
      return {static_cast<uint64_t>(static_cast<int64_t>(a.bits - b.bits) / static_cast<int64_t>(node.value))};
    default: break;
  }
  if (nodes_[node.a].type.kind == ValueType::Kind::Floating) return floating(node, a.bits, b.bits);
  return arithmetic(index, a.bits, b.bits);
}

/// Operators that do not look at everything.
Computed Evaluator::logical(uint32_t index, std::span<const Computed> before) {
  const Node& node = nodes_[index];
  const Computed a = compute(node.a, before);
  if (a.failure != Failure::None) return a;
  const bool first = isTrue(node.a, a.bits);
  if (node.operation == Operation::Conditional) return compute(first ? node.b : node.c, before);
  if (node.operation == Operation::And && !first) return {0};
  if (node.operation == Operation::Or && first) return {1};
  if (node.operation == Operation::Implies && !first) return {1};
  const Computed b = compute(node.b, before);
  if (b.failure != Failure::None) return b;
  return {isTrue(node.b, b.bits) ? 1u : 0u};
}

Computed Evaluator::arithmetic(uint32_t index, uint64_t a, uint64_t b) const {
  const Node& node = nodes_[index];
  const ValueType& operand = nodes_[node.a].type;
  const unsigned width = 8u * operand.bytes;
  const auto x = static_cast<int64_t>(a);
  const auto y = static_cast<int64_t>(b);
  switch (node.operation) {
    case Operation::Multiply: return {fitted(a * b, node.type)};
    case Operation::Add: return {fitted(a + b, node.type)};
    case Operation::Subtract: return {fitted(a - b, node.type)};
    case Operation::Divide:
    case Operation::Remainder: {
      if (b == 0) return failed(Failure::DivisionByZero, index);
      const bool quotient = node.operation == Operation::Divide;
      if (!operand.isSigned) return {quotient ? a / b : a % b};
      if (y == -1) return {quotient ? fitted(-a, node.type) : 0};  // the smallest number has no positive counterpart
      return {fitted(static_cast<uint64_t>(quotient ? x / y : x % y), node.type)};
    }
    case Operation::ShiftLeft:
    case Operation::ShiftRight:
      if (b >= width) return failed(Failure::Shift, index, b);
      if (node.operation == Operation::ShiftLeft) return {fitted(a << b, node.type)};
      return {operand.isSigned ? static_cast<uint64_t>(x >> b) : a >> b};
    case Operation::Less: return {(operand.isSigned ? x < y : a < b) ? 1u : 0u};
    case Operation::LessEqual: return {(operand.isSigned ? x <= y : a <= b) ? 1u : 0u};
    case Operation::Equal: return {a == b ? 1u : 0u};
    case Operation::NotEqual: return {a != b ? 1u : 0u};
    case Operation::BitAnd: return {a & b};
    case Operation::BitXor: return {a ^ b};
    default: return {a | b};
  }
}

Computed Evaluator::floating(const Node& node, uint64_t a, uint64_t b) const {
  const double x = real(a);
  const double y = real(b);
  switch (node.operation) {
    case Operation::Multiply: return {realBits(x * y, node.type)};
    case Operation::Divide: return {realBits(x / y, node.type)};
    case Operation::Add: return {realBits(x + y, node.type)};
    case Operation::Subtract: return {realBits(x - y, node.type)};
    case Operation::Less: return {x < y ? 1u : 0u};
    case Operation::LessEqual: return {x <= y ? 1u : 0u};
    case Operation::Equal: return {x == y ? 1u : 0u};
    default: return {x != y ? 1u : 0u};
  }
}

Computed Evaluator::convert(uint32_t index, uint64_t bits) const {
  const Node& node = nodes_[index];
  const ValueType& from = nodes_[node.a].type;
  if (node.type.isBoolean) return {isTrue(node.a, bits) ? 1u : 0u};
  const bool fromReal = from.kind == ValueType::Kind::Floating;
  if (node.type.kind == ValueType::Kind::Floating) {
    if (fromReal) return {realBits(real(bits), node.type)};
    // Straight to the wanted width: by way of double a float would be rounded twice.
    if (node.type.bytes == 4) {
      const float value = from.isSigned ? static_cast<float>(static_cast<int64_t>(bits)) : static_cast<float>(bits);
      return {std::bit_cast<uint64_t>(static_cast<double>(value))};
    }
    return {std::bit_cast<uint64_t>(from.isSigned ? static_cast<double>(static_cast<int64_t>(bits))
                                                  : static_cast<double>(bits))};
  }
  if (!fromReal) return {fitted(bits, node.type)};
  const double value = std::trunc(real(bits));
  const unsigned width = 8u * node.type.bytes;
  const double highest = std::ldexp(1.0, static_cast<int>(node.type.isSigned ? width - 1 : width));
  const double lowest = node.type.isSigned ? -highest : 0;
  if (!(value >= lowest && value < highest)) return failed(Failure::Conversion, index);
  return {node.type.isSigned ? static_cast<uint64_t>(static_cast<int64_t>(value)) : static_cast<uint64_t>(value)};
}

/// As the machine adds to pointers: what leaves an object's windows hits no other one.
uint64_t Evaluator::moved(uint64_t address, uint64_t distance) {
  const program::AddressLayout& addresses = machine_.program().addresses;
  const uint64_t result = (address + distance) & addresses.pointerMask();
  if (((address ^ result) >> addresses.windowBits) == 0) return result;
  const Object* from = machine_.memory().find(address);
  dependOn(address, from, 0, 0);
  const Object* to = machine_.memory().find(result);
  dependOn(result, to, 0, 0);
  if (from != nullptr) return to == from ? result : addresses.markWild(result);
  return (address & addresses.wild) != 0 ? result | addresses.wild : result;
}

Computed Evaluator::load(uint32_t index, uint64_t address) {
  const Node& node = nodes_[index];
  const unsigned bytes = node.bitWidth > 0 ? (node.bitOffset + node.bitWidth + 7u) / 8 : node.type.bytes;
  const Object* object = machine_.memory().find(address);
  const uint64_t offset = object == nullptr ? 0 : address - object->address;
  dependOn(address, object, offset, bytes);
  if (object == nullptr || object->external || object->kind == ObjectKind::Thread) {
    const bool null = object == nullptr && address < program::kFunctionBase;
    return failed(null ? Failure::Null : Failure::Nowhere, index);
  }
  if (!object->live) return failed(Failure::Freed, index);
  if (offset > object->size || bytes > object->size - offset) return failed(Failure::OutOfBounds, index);
  const unsigned width = node.bitWidth > 0 ? node.bitWidth : 8 * bytes;
  const auto word = [&](const uint8_t* from) {
    uint64_t low = 0;
    std::memcpy(&low, from + offset, std::min(bytes, 8u));
    low >>= node.bitOffset;
    if (bytes > 8) low |= uint64_t{from[offset + 8]} << (64 - node.bitOffset);
    return low & maskOf(width);
  };
  if (object->undefined != nullptr && word(object->undefined) != 0) return failed(Failure::Unwritten, index);
  uint64_t bits = word(object->data);
  if (shown_ != nullptr && node.isShown) shown_->push_back({index, after_, bits});
  if (node.type.kind == ValueType::Kind::Floating) {
    if (node.type.bytes == 4) bits = std::bit_cast<uint64_t>(double{std::bit_cast<float>(static_cast<uint32_t>(bits))});
    return {bits};
  }
  if (node.type.isBoolean) return {bits & 1};
  return {fitted(bits, width, node.type.isSigned)};
}

void Evaluator::depend(Dependency dependency) {
  if (std::find(dependencies_->begin(), dependencies_->end(), dependency) == dependencies_->end())
    dependencies_->push_back(dependency);
}

void Evaluator::dependOn(uint64_t address, const Object* object, uint64_t offset, uint64_t bytes) {
  if (dependencies_ == nullptr) return;
  const program::AddressLayout& addresses = machine_.program().addresses;
  const uint32_t arena = object != nullptr ? object->arena : addresses.arenaOf(address & addresses.addressMask());
  if (arena > 0) return depend({true, arena - 1});
  if (object == nullptr || object->constant || bytes == 0 || offset >= object->size) return;
  const uint64_t last = std::min(offset + bytes, object->size) - 1;
  for (uint64_t piece = offset / object->pieceSize; piece <= last / object->pieceSize; ++piece)
    depend({false, object->firstItem + static_cast<uint32_t>(piece)});
}

std::string failureText(const Expression& expression, const Computed& computed) {
  const Node& node = expression.nodes()[computed.node];
  const std::string_view text = expression.textOf(node);
  switch (computed.failure) {
    case Failure::Null: return fmt::format("{} is read through a null pointer", text);
    case Failure::Nowhere: return fmt::format("{} is read through a pointer that points to no object", text);
    case Failure::Freed: return fmt::format("{} is read from an object that no longer exists", text);
    case Failure::OutOfBounds: return fmt::format("{} lies outside of its object", text);
    case Failure::Unwritten: return fmt::format("{} was never written", text);
    case Failure::Index:
      return fmt::format("{} has the index {} in an array of {}", text, static_cast<int64_t>(computed.detail),
                         node.limit);
    case Failure::DivisionByZero: return fmt::format("{} divides by zero", text);
    case Failure::Shift: return fmt::format("{} shifts by {}", text, static_cast<int64_t>(computed.detail));
    case Failure::Conversion: return fmt::format("{} does not fit the type it is converted to", text);
    case Failure::None: break;
  }
  return "";
}

std::string shownText(const Expression& expression, const machine::ConcreteMachine& machine,
                      const std::vector<Shown>& shown) {
  std::vector<Shown> sorted = shown;
  std::sort(sorted.begin(), sorted.end(), [&](const Shown& a, const Shown& b) {
    return std::pair(expression.nodes()[a.node].begin, a.node) < std::pair(expression.nodes()[b.node].begin, b.node);
  });
  std::string text;
  std::set<std::string> seen;
  for (const Shown& each : sorted) {
    const Node& node = expression.nodes()[each.node];
    std::string name(expression.textOf(node));
    if (each.after) name = fmt::format("next({})", name);
    if (!seen.insert(name).second) continue;
    const unsigned bytes = node.type.bytes;
    // A bit-field is shown by its number, extended as its type says.
    const uint64_t bits = node.bitWidth == 0 ? each.bits : fitted(each.bits, node.bitWidth, node.type.isSigned);
    const std::string value =
        node.type.kind == ValueType::Kind::Pointer
            ? addressText(machine, bits)
            : program::valueText(machine.program(), node.shownType, bits & maskOf(8 * bytes), bytes);
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  }
  return text;
}

}  // namespace clew::property
