#include "term/compute.h"

#include <bit>
#include <cmath>

#include "term/bits.h"

namespace clew::term {
namespace {

float single(uint64_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits)); }
double real(uint64_t bits) { return std::bit_cast<double>(bits); }
uint64_t bitsOf(float value) { return std::bit_cast<uint32_t>(value); }
uint64_t bitsOf(double value) { return std::bit_cast<uint64_t>(value); }

/// Division by zero is as SMT-LIB has it.
uint64_t divide(Kind kind, unsigned width, uint64_t a, uint64_t b) {
  const int64_t x = asSigned(a, width);
  const int64_t y = asSigned(b, width);
  switch (kind) {
    case Kind::UDiv: return b == 0 ? maskOf(width) : a / b;
    case Kind::URem: return b == 0 ? a : a % b;
    case Kind::SDiv:
      if (y == 0) return x < 0 ? 1 : maskOf(width);
      return y == -1 ? uint64_t{0} - a : static_cast<uint64_t>(x / y);
    default:
      if (y == 0) return a;
      return y == -1 ? 0 : static_cast<uint64_t>(x % y);
  }
}

uint64_t shift(Kind kind, unsigned width, uint64_t a, uint64_t b) {
  const auto by = static_cast<unsigned>(b < width ? b : width - 1);
  if (kind == Kind::AShr) return static_cast<uint64_t>(asSigned(a, width) >> by);
  if (b >= width) return 0;
  return kind == Kind::Shl ? a << by : a >> by;
}

bool overflows(Kind kind, unsigned width, uint64_t a, uint64_t b) {
  const int64_t x = asSigned(a, width);
  const int64_t y = asSigned(b, width);
  if (kind == Kind::UMulOverflows) {
    uint64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) || product > maskOf(width);
  }
  int64_t result = 0;
  const bool leavesWord = kind == Kind::AddOverflows   ? __builtin_add_overflow(x, y, &result)
                          : kind == Kind::SubOverflows ? __builtin_sub_overflow(x, y, &result)
                                                       : __builtin_mul_overflow(x, y, &result);
  return leavesWord || asSigned(static_cast<uint64_t>(result), width) != result;
}

template <typename Float>
Float floatResult(Kind kind, Float a, Float b, Float c) {
  switch (kind) {
    case Kind::FloatAdd: return a + b;
    case Kind::FloatSub: return a - b;
    case Kind::FloatMul: return a * b;
    case Kind::FloatDiv: return a / b;
    case Kind::FloatRem: return std::fmod(a, b);
    case Kind::FloatFused: return std::fma(a, b, c);
    case Kind::FloatSqrt: return std::sqrt(a);
    case Kind::FloatFloor: return std::floor(a);
    case Kind::FloatCeil: return std::ceil(a);
    case Kind::FloatTruncate: return std::trunc(a);
    case Kind::FloatRound: return std::round(a);
    default: return std::nearbyint(a);
  }
}

template <typename Float>
bool floatTest(Kind kind, Float a, Float b) {
  switch (kind) {
    case Kind::FloatEqual: return a == b;
    case Kind::FloatLess: return a < b;
    case Kind::FloatLessEqual: return a <= b;
    default: return std::isnan(a);
  }
}

/// What does not fit is 0.
uint64_t toInteger(double value, unsigned width, bool isSigned) {
  const double truncated = std::trunc(value);
  const double limit = std::ldexp(1.0, static_cast<int>(isSigned ? width - 1 : width));
  if (!(truncated < limit && truncated >= (isSigned ? -limit : 0.0))) return 0;
  return isSigned ? static_cast<uint64_t>(static_cast<int64_t>(truncated)) : static_cast<uint64_t>(truncated);
}

uint64_t fromInteger(uint64_t a, unsigned from, unsigned to, bool isSigned) {
  if (!isSigned) return to == 32 ? bitsOf(static_cast<float>(a)) : bitsOf(static_cast<double>(a));
  const int64_t x = asSigned(a, from);
  return to == 32 ? bitsOf(static_cast<float>(x)) : bitsOf(static_cast<double>(x));
}

uint64_t convert(uint64_t a, unsigned from, unsigned to) {
  if (from == to) return a;
  return to == 32 ? bitsOf(static_cast<float>(real(a))) : bitsOf(static_cast<double>(single(a)));
}

uint64_t computeFloat(Kind kind, unsigned width, unsigned operandWidth, uint64_t a, uint64_t b, uint64_t c) {
  switch (kind) {
    case Kind::FloatEqual:
    case Kind::FloatLess:
    case Kind::FloatLessEqual:
    case Kind::FloatIsNaN:
      return operandWidth == 32 ? floatTest(kind, single(a), single(b)) : floatTest(kind, real(a), real(b));
    case Kind::FloatConvert: return convert(a, operandWidth, width);
    case Kind::FloatToSigned:
    case Kind::FloatToUnsigned:
      return toInteger(operandWidth == 32 ? static_cast<double>(single(a)) : real(a), width,
                       kind == Kind::FloatToSigned);
    case Kind::SignedToFloat:
    case Kind::UnsignedToFloat: return fromInteger(a, operandWidth, width, kind == Kind::SignedToFloat);
    default:
      return width == 32 ? bitsOf(floatResult(kind, single(a), single(b), single(c)))
                         : bitsOf(floatResult(kind, real(a), real(b), real(c)));
  }
}

uint64_t computeWord(Kind kind, unsigned width, unsigned operandWidth, uint64_t value, uint64_t a, uint64_t b,
                     uint64_t c) {
  switch (kind) {
    case Kind::Add: return a + b;
    case Kind::Mul: return a * b;
    case Kind::UDiv:
    case Kind::SDiv:
    case Kind::URem:
    case Kind::SRem: return divide(kind, width, a, b);
    case Kind::And: return a & b;
    case Kind::Or: return a | b;
    case Kind::Xor: return a ^ b;
    case Kind::Not: return ~a;
    case Kind::Shl:
    case Kind::LShr:
    case Kind::AShr: return shift(kind, width, a, b);
    case Kind::Extract: return a >> value;
    case Kind::ZeroExtend: return a;
    case Kind::SignExtend: return static_cast<uint64_t>(asSigned(a, operandWidth));
    case Kind::Concat: return a << (width - operandWidth) | b;
    case Kind::Equal: return a == b;
    case Kind::Less: return a < b;
    case Kind::LessSigned: return asSigned(a, operandWidth) < asSigned(b, operandWidth);
    case Kind::AddOverflows:
    case Kind::SubOverflows:
    case Kind::MulOverflows:
    case Kind::UMulOverflows: return overflows(kind, operandWidth, a, b);
    case Kind::IfThenElse: return a != 0 ? b : c;
    default: return computeFloat(kind, width, operandWidth, a, b, c);
  }
}

}  // namespace

unsigned operandsOf(Kind kind) {
  switch (kind) {
    case Kind::Constant:
    case Kind::Symbol:
    case Kind::ArrayZero:
    case Kind::ArraySymbol: return 0;
    case Kind::Not:
    case Kind::Extract:
    case Kind::ZeroExtend:
    case Kind::SignExtend:
    case Kind::FloatSqrt:
    case Kind::FloatFloor:
    case Kind::FloatCeil:
    case Kind::FloatTruncate:
    case Kind::FloatRound:
    case Kind::FloatRoundEven:
    case Kind::FloatIsNaN:
    case Kind::FloatConvert:
    case Kind::FloatToSigned:
    case Kind::FloatToUnsigned:
    case Kind::SignedToFloat:
    case Kind::UnsignedToFloat: return 1;
    case Kind::IfThenElse:
    case Kind::Store:
    case Kind::FloatFused: return 3;
    default: return 2;
  }
}

uint64_t compute(Kind kind, unsigned width, unsigned operandWidth, uint64_t value, uint64_t a, uint64_t b, uint64_t c) {
  return computeWord(kind, width, operandWidth, value, a, b, c) & maskOf(width);
}

}  // namespace clew::term
