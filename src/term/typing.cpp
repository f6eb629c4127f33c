#include "term/typing.h"

#include "term/bits.h"
#include "term/compute.h"

namespace clew::term {
namespace {

constexpr unsigned kWidest = 64;
constexpr unsigned kArray = 0;
constexpr unsigned kIndex = 64;
constexpr unsigned kElement = 8;

bool isWord(unsigned width) { return width >= 1 && width <= kWidest; }
bool isFloat(unsigned width) { return width == 32 || width == 64; }

bool hasItsOperands(const Node& node) {
  const unsigned count = operandsOf(node.kind);
  return (node.a != kNoTerm) == (count > 0) && (node.b != kNoTerm) == (count > 1) && (node.c != kNoTerm) == (count > 2);
}

/// Between widths: of the result, and of the operands.
bool fits(Kind kind, unsigned width, uint64_t value, unsigned a, unsigned b, unsigned c) {
  switch (kind) {
    case Kind::Constant: return isWord(width) && (value & ~maskOf(width)) == 0;
    case Kind::Symbol: return isWord(width);
    case Kind::ArrayZero:
    case Kind::ArraySymbol: return width == kArray;
    case Kind::Extract: return isWord(a) && isWord(width) && value < a && width <= a - value;
    case Kind::ZeroExtend:
    case Kind::SignExtend: return isWord(a) && isWord(width) && a < width;
    case Kind::Concat: return isWord(a) && isWord(b) && width == a + b && isWord(width);
    case Kind::Equal:
    case Kind::Less:
    case Kind::LessSigned:
    case Kind::AddOverflows:
    case Kind::SubOverflows:
    case Kind::MulOverflows:
    case Kind::UMulOverflows: return width == 1 && isWord(a) && a == b;
    case Kind::IfThenElse: return a == 1 && b == width && c == width && width <= kWidest;
    case Kind::Store: return width == kArray && a == kArray && b == kIndex && c == kElement;
    case Kind::Select: return width == kElement && a == kArray && b == kIndex;
    case Kind::FloatEqual:
    case Kind::FloatLess:
    case Kind::FloatLessEqual: return width == 1 && isFloat(a) && a == b;
    case Kind::FloatIsNaN: return width == 1 && isFloat(a);
    case Kind::FloatConvert: return isFloat(width) && isFloat(a) && width != a;
    case Kind::FloatToSigned:
    case Kind::FloatToUnsigned: return isWord(width) && isFloat(a);
    case Kind::SignedToFloat:
    case Kind::UnsignedToFloat: return isFloat(width) && isWord(a);
    default: break;
  }
  // Operands and result have one width.
  const unsigned count = operandsOf(kind);
  const bool isOfFloats = kind >= Kind::FloatAdd;
  return (isOfFloats ? isFloat(width) : isWord(width)) && a == width && (count < 2 || b == width) &&
         (count < 3 || c == width);
}

}  // namespace

bool isWellTyped(const Terms& terms, const Node& node) {
  if (node.kind > Kind::UnsignedToFloat || !hasItsOperands(node)) return false;
  const bool hasValue = node.kind == Kind::Constant || node.kind == Kind::Symbol || node.kind == Kind::ArraySymbol ||
                        node.kind == Kind::Extract;
  if (!hasValue && node.value != 0) return false;
  const auto widthOf = [&](Term operand) { return operand == kNoTerm ? 0 : terms.widthOf(operand); };
  return fits(node.kind, node.width, node.value, widthOf(node.a), widthOf(node.b), widthOf(node.c));
}

}  // namespace clew::term
