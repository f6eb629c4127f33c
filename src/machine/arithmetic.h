// Division, 128-bit integers, bit counting, floating point: the arithmetic that is too rare for the
// interpreter's loop.
#pragma once

#include "machine/machine.h"

namespace clew::machine {

__extension__ typedef unsigned __int128 UnsignedWide;
__extension__ typedef __int128 SignedWide;

/// Signed arithmetic whose result does not fit. Where that is not to be reported, it wraps around.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::signedOverflow(Thread& thread, const Instruction& i, Value* r) {
  const bool hasImmediate = i.op == Op::AddNswI || i.op == Op::MulNswI;
  const Value a = r[i.a];
  const Value b = hasImmediate ? Domain::constant(i.imm()) : r[i.b];
  const bool adds = i.op == Op::AddNsw || i.op == Op::AddNswI;
  if (!limits_.overflowWraps) {
    return fault(thread, Fault::SignedOverflow,
                 fmt::format("{} {} {} does not fit {} bits", signExtend(a.bits, i.width),
                             adds                 ? "+"
                             : i.op == Op::SubNsw ? "-"
                                                  : "*",
                             signExtend(b.bits, i.width), i.width));
  }
  if (wrappedAt_ == program::kNone) wrappedAt_ = thread.frames.back().pc;
  r[i.dst] = adds                 ? Domain::add(a, b, i.width)
             : i.op == Op::SubNsw ? Domain::sub(a, b, i.width)
                                  : Domain::mul(a, b, i.width);
  return Next::Continue;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::badShift(Thread& thread, const Instruction& i, const Value* r) {
  const bool hasImmediate = i.op == Op::ShlI || i.op == Op::LShrI || i.op == Op::AShrI;
  const uint64_t amount = hasImmediate ? i.imm() : r[i.b].bits;
  return fault(thread, Fault::Shift,
               fmt::format("a value of {} bits is shifted by {}", i.width, signExtend(amount, i.width)));
}

template <typename Domain>
bool Machine<Domain>::divide(Thread& thread, const Instruction& i, Value* r) {
  const Value a = r[i.a];
  const Value b = r[i.b];
  if (!Domain::isDefined(b)) {
    fault(thread, Fault::Uninitialized, "the divisor was never written");
    return false;
  }
  if (b.bits == 0) {
    fault(thread, Fault::DivisionByZero, "the divisor is zero");
    return false;
  }
  const bool isSigned = i.op == Op::SDiv || i.op == Op::SRem;
  if (isSigned && Domain::isDefined(a) && signExtend(b.bits, i.width) == -1 && a.bits == uint64_t{1} << (i.width - 1)) {
    if (!limits_.overflowWraps) {
      fault(thread, Fault::SignedOverflow,
            fmt::format("{} / -1 does not fit {} bits", signExtend(a.bits, i.width), i.width));
      return false;
    }
    if (wrappedAt_ == program::kNone) wrappedAt_ = thread.frames.back().pc;
  }
  r[i.dst] = Domain::strict(
      i.width,
      [&](uint64_t x, uint64_t y) -> uint64_t {
        const int64_t sx = signExtend(x, i.width);
        const int64_t sy = signExtend(y, i.width);
        switch (i.op) {
          case Op::UDiv: return x / y;
          case Op::URem: return x % y;
          case Op::SDiv: return sy == -1 ? uint64_t{0} - static_cast<uint64_t>(sx) : static_cast<uint64_t>(sx / sy);
          default: return sy == -1 ? 0 : static_cast<uint64_t>(sx % sy);
        }
      },
      a, b);
  return true;
}

// ---- 128 bits ----

template <typename Value>
UnsignedWide joinWide(const Value* parts) {
  return static_cast<UnsignedWide>(parts[1].bits) << 64 | parts[0].bits;
}

inline SignedWide signExtendWide(UnsignedWide bits, unsigned width) {
  const unsigned shift = 128 - width;
  return static_cast<SignedWide>(bits << shift) >> shift;
}

template <typename Value>
UnsignedWide joinUndefined(const Value* parts) {
  return static_cast<UnsignedWide>(parts[1].undefined) << 64 | parts[0].undefined;
}

template <typename Domain>
void splitWide(UnsignedWide bits, UnsignedWide undefined, unsigned width, typename Domain::Value* to) {
  const uint64_t high = maskOf(width - 64);
  bits &= ~undefined;
  to[0] = {static_cast<uint64_t>(bits), static_cast<uint64_t>(undefined)};
  to[1] = {static_cast<uint64_t>(bits >> 64) & high, static_cast<uint64_t>(undefined >> 64) & high};
}

template <typename Domain>
bool Machine<Domain>::wideDivide(Thread& thread, const Instruction& i, Value* r) {
  using program::WideKind;
  const auto kind = static_cast<WideKind>(i.aux);
  const bool divides =
      kind == WideKind::UDiv || kind == WideKind::SDiv || kind == WideKind::URem || kind == WideKind::SRem;
  if (divides && joinUndefined(r + i.b) != 0) {
    fault(thread, Fault::Uninitialized, "the divisor was never written");
    return false;
  }
  if (divides && joinWide(r + i.b) == 0) {
    fault(thread, Fault::DivisionByZero, "the divisor is zero");
    return false;
  }
  if ((i.flags & program::kSigned) != 0 && !checkWide(thread, i, r)) return false;
  wide(i, r);
  return true;
}

/// Whether the result of a wide operation fits; the fault is reported.
template <typename Domain>
bool Machine<Domain>::checkWide(Thread& thread, const Instruction& i, const Value* r) {
  using program::WideKind;
  if ((joinUndefined(r + i.a) | joinUndefined(r + i.b)) != 0) return true;
  if (i.op == Op::WideShift) {
    if (joinWide(r + i.b) < i.width) return true;
    fault(thread, Fault::Shift, fmt::format("a value of {} bits is shifted by as much or more", i.width));
    return false;
  }
  const SignedWide a = signExtendWide(joinWide(r + i.a), i.width);
  const SignedWide b = signExtendWide(joinWide(r + i.b), i.width);
  SignedWide result = 0;
  bool leaves = false;
  switch (static_cast<WideKind>(i.aux)) {
    case WideKind::Add: leaves = __builtin_add_overflow(a, b, &result); break;
    case WideKind::Sub: leaves = __builtin_sub_overflow(a, b, &result); break;
    case WideKind::Mul: leaves = __builtin_mul_overflow(a, b, &result); break;
    case WideKind::SDiv:
    case WideKind::SRem: leaves = b == -1 && __builtin_sub_overflow(SignedWide{0}, a, &result); break;
    default: return true;
  }
  if (!leaves && signExtendWide(static_cast<UnsignedWide>(result), i.width) == result) return true;
  if (limits_.overflowWraps) {
    if (wrappedAt_ == program::kNone) wrappedAt_ = thread.frames.back().pc;
    return true;
  }
  fault(thread, Fault::SignedOverflow, fmt::format("the result does not fit {} bits", i.width));
  return false;
}

template <typename Domain>
void Machine<Domain>::wide(const Instruction& i, Value* r) {
  using program::WideKind;
  const auto kind = static_cast<WideKind>(i.aux);
  const auto makeUndefined = [&] {
    r[i.dst] = Domain::undefinedValue(64);
    r[i.dst + 1] = Domain::undefinedValue(i.width - 64u);
  };
  const UnsignedWide a = joinWide(r + i.a);
  const UnsignedWide b = joinWide(r + i.b);
  const UnsignedWide undefinedA = joinUndefined(r + i.a);
  const UnsignedWide undefinedB = joinUndefined(r + i.b);
  const SignedWide sa = signExtendWide(a, i.width);
  const SignedWide sb = signExtendWide(b, i.width);
  if (i.op == Op::WideShift) {
    if (undefinedB != 0 || b >= i.width) return makeUndefined();
    const auto shift = [&](UnsignedWide bits) {
      const auto by = static_cast<unsigned>(b);
      if (kind == WideKind::Shl) return bits << by;
      return kind == WideKind::LShr ? bits >> by : static_cast<UnsignedWide>(signExtendWide(bits, i.width) >> by);
    };
    splitWide<Domain>(shift(a), shift(undefinedA), i.width, r + i.dst);
    return;
  }
  if ((undefinedA | undefinedB) != 0) return makeUndefined();
  UnsignedWide result = 0;
  switch (kind) {
    case WideKind::Add: result = a + b; break;
    case WideKind::Sub: result = a - b; break;
    case WideKind::Mul: result = a * b; break;
    case WideKind::UDiv: result = a / b; break;
    case WideKind::URem: result = a % b; break;
    case WideKind::SDiv: result = sb == -1 ? UnsignedWide{0} - a : static_cast<UnsignedWide>(sa / sb); break;
    default: result = sb == -1 ? 0 : static_cast<UnsignedWide>(sa % sb); break;
  }
  splitWide<Domain>(result, 0, i.width, r + i.dst);
}

template <typename Domain>
void Machine<Domain>::wideCompare(const Instruction& i, Value* r) {
  using program::WideKind;
  const UnsignedWide a = joinWide(r + i.a);
  const UnsignedWide b = joinWide(r + i.b);
  const auto kind = static_cast<WideKind>(i.aux);
  const UnsignedWide undefined = joinUndefined(r + i.a) | joinUndefined(r + i.b);
  if (undefined != 0) {
    r[i.dst] = Domain::undefinedValue(1);
    return;
  }
  const SignedWide sa = signExtendWide(a, i.width);
  const SignedWide sb = signExtendWide(b, i.width);
  bool result = false;
  switch (kind) {
    case WideKind::Ult: result = a < b; break;
    case WideKind::Ule: result = a <= b; break;
    case WideKind::Slt: result = sa < sb; break;
    default: result = sa <= sb; break;
  }
  r[i.dst] = Domain::constant(result ? 1 : 0);
}

// ---- bits ----

inline uint64_t reverseBits(uint64_t bits, unsigned width) {
  uint64_t reversed = 0;
  for (unsigned k = 0; k < width; ++k) reversed |= (bits >> k & 1) << (width - 1 - k);
  return reversed;
}

inline uint64_t saturate(SignedWide value, SignedWide least, SignedWide most) {
  return static_cast<uint64_t>(value < least ? least : value > most ? most : value);
}

template <typename Domain>
void Machine<Domain>::bits(const Instruction& i, Value* r) {
  using program::BitsKind;
  const unsigned width = i.width;
  const auto kind = static_cast<BitsKind>(i.aux);
  if (i.op == Op::Bits) {
    r[i.dst] = Domain::strict(
        width,
        [&](uint64_t a) -> uint64_t {
          switch (kind) {
            case BitsKind::Population: return static_cast<uint64_t>(std::popcount(a));
            case BitsKind::LeadingZeros: return static_cast<uint64_t>(std::countl_zero(a)) - (64 - width);
            case BitsKind::TrailingZeros: return a == 0 ? width : static_cast<uint64_t>(std::countr_zero(a));
            case BitsKind::ByteSwap: return __builtin_bswap64(a) >> (64 - width);
            case BitsKind::Reverse: return reverseBits(a, width);
            default: return signExtend(a, width) < 0 ? uint64_t{0} - a : a;
          }
        },
        r[i.a]);
    return;
  }
  if (i.op == Op::Funnel) {
    r[i.dst] = Domain::strict(
        width,
        [&](uint64_t a, uint64_t b, uint64_t c) -> uint64_t {
          const unsigned shift = static_cast<unsigned>(c % width);
          const UnsignedWide joined = static_cast<UnsignedWide>(a) << width | b;
          if (kind == BitsKind::FunnelLeft) return static_cast<uint64_t>((joined << shift) >> width);
          return static_cast<uint64_t>(joined >> shift);
        },
        r[i.a], r[i.b], r[i.c]);
    return;
  }
  r[i.dst] = Domain::strict(
      width,
      [&](uint64_t a, uint64_t b) -> uint64_t {
        const int64_t sa = signExtend(a, width);
        const int64_t sb = signExtend(b, width);
        const auto least = static_cast<SignedWide>(signExtend(uint64_t{1} << (width - 1), width));
        const auto most = static_cast<SignedWide>(maskOf(width) >> 1);
        switch (kind) {
          case BitsKind::SMin: return sa < sb ? a : b;
          case BitsKind::SMax: return sa > sb ? a : b;
          case BitsKind::UMin: return std::min(a, b);
          case BitsKind::UMax: return std::max(a, b);
          case BitsKind::UAddSat: return saturate(static_cast<SignedWide>(a) + b, 0, maskOf(width));
          case BitsKind::USubSat: return saturate(static_cast<SignedWide>(a) - b, 0, maskOf(width));
          case BitsKind::SAddSat: return saturate(static_cast<SignedWide>(sa) + sb, least, most);
          default: return saturate(static_cast<SignedWide>(sa) - sb, least, most);
        }
      },
      r[i.a], r[i.b]);
}

template <typename Domain>
void Machine<Domain>::overflow(const Instruction& i, Value* r) {
  using program::OverflowKind;
  if (!Domain::isDefined(r[i.a]) || !Domain::isDefined(r[i.b])) {
    r[i.dst] = Domain::undefinedValue(i.width);
    r[i.dst + 1] = Domain::undefinedValue(1);
    return;
  }
  const auto kind = static_cast<OverflowKind>(i.aux);
  const bool isSigned = kind == OverflowKind::SAdd || kind == OverflowKind::SSub || kind == OverflowKind::SMul;
  const auto extend = [&](uint64_t bits) {
    return isSigned ? static_cast<SignedWide>(signExtend(bits, i.width)) : static_cast<SignedWide>(bits);
  };
  const SignedWide a = extend(r[i.a].bits);
  const SignedWide b = extend(r[i.b].bits);
  SignedWide result = 0;
  switch (kind) {
    case OverflowKind::SAdd:
    case OverflowKind::UAdd: result = a + b; break;
    case OverflowKind::SSub:
    case OverflowKind::USub: result = a - b; break;
    default: result = static_cast<SignedWide>(static_cast<UnsignedWide>(a) * static_cast<UnsignedWide>(b)); break;
  }
  const uint64_t wrapped = static_cast<uint64_t>(result) & maskOf(i.width);
  // An unsigned 64-bit product can exceed the signed range and then looks negative: it wrapped too.
  r[i.dst] = Domain::constant(wrapped);
  r[i.dst + 1] = Domain::constant(extend(wrapped) == result ? 0 : 1);
}

// ---- floating point ----

/// What math.h has beyond what LLVM knows by itself; the host's own functions.
template <typename Float>
Float mathFunction(program::FloatKind kind, Float a) {
  using program::FloatKind;
  const auto ofWidth = [&](float (*single)(float), double (*plain)(double), long double (*extended)(long double)) {
    if constexpr (std::is_same_v<Float, float>)
      return single(a);
    else if constexpr (std::is_same_v<Float, double>)
      return plain(a);
    else
      return extended(a);
  };
  switch (kind) {
    case FloatKind::Tan: return std::tan(a);
    case FloatKind::ArcSin: return std::asin(a);
    case FloatKind::ArcCos: return std::acos(a);
    case FloatKind::ArcTan: return std::atan(a);
    case FloatKind::SinH: return std::sinh(a);
    case FloatKind::CosH: return std::cosh(a);
    case FloatKind::TanH: return std::tanh(a);
    case FloatKind::ArcSinH: return std::asinh(a);
    case FloatKind::ArcCosH: return std::acosh(a);
    case FloatKind::ArcTanH: return std::atanh(a);
    case FloatKind::ExpMinus1: return std::expm1(a);
    case FloatKind::Exp10: return ofWidth(exp10f, exp10, exp10l);
    case FloatKind::Log1Plus: return std::log1p(a);
    case FloatKind::LogB: return std::logb(a);
    case FloatKind::CubeRoot: return std::cbrt(a);
    case FloatKind::Erf: return std::erf(a);
    case FloatKind::ErfC: return std::erfc(a);
    case FloatKind::Gamma: return std::tgamma(a);
    case FloatKind::BesselJ0: return ofWidth(j0f, j0, j0l);
    case FloatKind::BesselJ1: return ofWidth(j1f, j1, j1l);
    case FloatKind::BesselY0: return ofWidth(y0f, y0, y0l);
    case FloatKind::BesselY1: return ofWidth(y1f, y1, y1l);
    default: return std::lgamma(a);
  }
}

template <typename Float>
Float floatUnary(program::FloatKind kind, Float a) {
  using program::FloatKind;
  switch (kind) {
    case FloatKind::Negate: return -a;
    case FloatKind::Absolute: return std::fabs(a);
    case FloatKind::Sqrt: return std::sqrt(a);
    case FloatKind::Floor: return std::floor(a);
    case FloatKind::Ceil: return std::ceil(a);
    case FloatKind::Truncate: return std::trunc(a);
    case FloatKind::Round: return std::round(a);
    case FloatKind::RoundEven:
    case FloatKind::Rint: return std::nearbyint(a);
    case FloatKind::Sin: return std::sin(a);
    case FloatKind::Cos: return std::cos(a);
    case FloatKind::Exp: return std::exp(a);
    case FloatKind::Exp2: return std::exp2(a);
    case FloatKind::Log: return std::log(a);
    case FloatKind::Log2: return std::log2(a);
    case FloatKind::Log10: return std::log10(a);
    default: return mathFunction(kind, a);
  }
}

template <typename Float>
Float floatBinary(program::FloatKind kind, Float a, Float b) {
  using program::FloatKind;
  switch (kind) {
    case FloatKind::Add: return a + b;
    case FloatKind::Sub: return a - b;
    case FloatKind::Mul: return a * b;
    case FloatKind::Div: return a / b;
    case FloatKind::Rem: return std::fmod(a, b);
    case FloatKind::CopySign: return std::copysign(a, b);
    case FloatKind::MinNum: return std::fmin(a, b);
    case FloatKind::MaxNum: return std::fmax(a, b);
    case FloatKind::ArcTan2: return std::atan2(a, b);
    case FloatKind::Hypot: return std::hypot(a, b);
    case FloatKind::Remainder: return std::remainder(a, b);
    case FloatKind::PositiveDifference: return std::fdim(a, b);
    case FloatKind::NextAfter: return std::nextafter(a, b);
    default: return std::pow(a, b);
  }
}

/// LLVM's predicates are four bits: unordered, less, greater, equal.
template <typename Float>
bool floatCompare(uint8_t predicate, Float a, Float b) {
  if (std::isnan(a) || std::isnan(b)) return (predicate & 8) != 0;
  if (a < b) return (predicate & 4) != 0;
  if (a > b) return (predicate & 2) != 0;
  return (predicate & 1) != 0;
}

template <typename Function>
uint64_t asFloats(unsigned width, uint64_t a, uint64_t b, uint64_t c, Function function) {
  if (width == 32) {
    const auto real = [](uint64_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits)); };
    return std::bit_cast<uint32_t>(static_cast<float>(function(real(a), real(b), real(c))));
  }
  const auto real = [](uint64_t bits) { return std::bit_cast<double>(bits); };
  return std::bit_cast<uint64_t>(static_cast<double>(function(real(a), real(b), real(c))));
}

template <typename Domain>
void Machine<Domain>::floatOperation(const Instruction& i, Value* r) {
  using program::FloatKind;
  const auto kind = static_cast<FloatKind>(i.aux);
  switch (i.op) {
    case Op::FloatUnary:
      r[i.dst] = Domain::strict(
          i.width,
          [&](uint64_t a) {
            return asFloats(i.width, a, 0, 0, [&](auto x, auto, auto) { return floatUnary(kind, x); });
          },
          r[i.a]);
      return;
    case Op::FloatFused:
      r[i.dst] = Domain::strict(
          i.width,
          [&](uint64_t a, uint64_t b, uint64_t c) {
            return asFloats(i.width, a, b, c, [&](auto x, auto y, auto z) {
              if (kind == FloatKind::FusedMultiplyAdd) return std::fma(x, y, z);
              const auto product = x * y;
              return static_cast<decltype(x)>(product + z);
            });
          },
          r[i.a], r[i.b], r[i.c]);
      return;
    case Op::FloatCompare:
      r[i.dst] = Domain::strict(
          1,
          [&](uint64_t a, uint64_t b) -> uint64_t {
            if (i.width == 32) {
              return floatCompare(i.aux, std::bit_cast<float>(static_cast<uint32_t>(a)),
                                  std::bit_cast<float>(static_cast<uint32_t>(b)));
            }
            return floatCompare(i.aux, std::bit_cast<double>(a), std::bit_cast<double>(b));
          },
          r[i.a], r[i.b]);
      return;
    default:
      r[i.dst] = Domain::strict(
          i.width,
          [&](uint64_t a, uint64_t b) {
            return asFloats(i.width, a, b, 0, [&](auto x, auto y, auto) { return floatBinary(kind, x, y); });
          },
          r[i.a], r[i.b]);
      return;
  }
}

template <typename Value>
long double joinExtended(const Value* parts) {
  long double value = 0;
  std::memcpy(&value, &parts[0].bits, 8);
  std::memcpy(reinterpret_cast<char*>(&value) + 8, &parts[1].bits, 2);
  return value;
}

template <typename Domain>
void splitExtended(long double value, typename Domain::Value* to) {
  uint64_t low = 0;
  uint16_t high = 0;
  std::memcpy(&low, &value, 8);
  std::memcpy(&high, reinterpret_cast<const char*>(&value) + 8, 2);
  to[0] = Domain::constant(low);
  to[1] = Domain::constant(high);
}

template <typename Domain>
void Machine<Domain>::floatWideOperation(const Instruction& i, Value* r) {
  const auto isDefined = [&](uint32_t slot) { return Domain::isDefined(r[slot]) && Domain::isDefined(r[slot + 1]); };
  const bool unary = i.op == Op::FloatWideUnary;
  const bool compares = i.op == Op::FloatWideCompare;
  if (!isDefined(i.a) || (!unary && !isDefined(i.b))) {
    r[i.dst] = Domain::undefinedValue(compares ? 1 : 64);
    if (!compares) r[i.dst + 1] = Domain::undefinedValue(16);
    return;
  }
  const long double a = joinExtended(r + i.a);
  const long double b = unary ? 0 : joinExtended(r + i.b);
  if (compares) {
    r[i.dst] = Domain::constant(floatCompare(i.aux, a, b) ? 1 : 0);
    return;
  }
  const auto kind = static_cast<program::FloatKind>(i.aux);
  splitExtended<Domain>(unary ? floatUnary(kind, a) : floatBinary(kind, a, b), r + i.dst);
}

/// The class of a number as one of the ten bits of llvm.is.fpclass. `quiet` tells the two kinds of NaN apart.
template <typename Float>
uint64_t classOf(Float value, bool quiet) {
  const bool negative = std::signbit(value);
  switch (std::fpclassify(value)) {
    case FP_NAN: return quiet ? 2 : 1;
    case FP_INFINITE: return negative ? 4 : 512;
    case FP_NORMAL: return negative ? 8 : 256;
    case FP_SUBNORMAL: return negative ? 16 : 128;
    default: return negative ? 32 : 64;
  }
}

template <typename Domain>
void Machine<Domain>::floatClass(const Instruction& i, Value* r) {
  const bool wide = i.op == Op::FloatWideClass;
  if (!Domain::isDefined(r[i.a]) || (wide && !Domain::isDefined(r[i.a + 1]))) {
    r[i.dst] = Domain::undefinedValue(1);
    return;
  }
  const uint64_t bits = r[i.a].bits;
  const bool quiet = (bits >> (i.width == 32 ? 22 : i.width == 64 ? 51 : 62) & 1) != 0;
  const uint64_t found = i.width == 32   ? classOf(std::bit_cast<float>(static_cast<uint32_t>(bits)), quiet)
                         : i.width == 64 ? classOf(std::bit_cast<double>(bits), quiet)
                                         : classOf(joinExtended(r + i.a), quiet);
  r[i.dst] = Domain::constant((found & i.imm()) != 0 ? 1 : 0);
}

/// Out of range the result of a conversion to an integer is undefined.
template <typename Float>
bool fitsInteger(Float value, unsigned width, bool isSigned) {
  const Float truncated = std::trunc(value);
  const Float limit = std::ldexp(Float{1}, static_cast<int>(isSigned ? width - 1 : width));
  return truncated < limit && truncated >= (isSigned ? -limit : Float{0});
}

template <typename Domain>
void Machine<Domain>::floatConversion(const Instruction& i, Value* r) {
  const unsigned from = i.width;
  const unsigned to = i.aux;
  const bool isSigned = (i.flags & program::kSigned) != 0;
  const bool wideSource = i.op == Op::FloatWideToInt || i.op == Op::FloatTruncWide;
  const bool wideResult = i.op == Op::IntToFloatWide || i.op == Op::FloatExtendWide;
  if (!Domain::isDefined(r[i.a]) || (wideSource && !Domain::isDefined(r[i.a + 1]))) {
    r[i.dst] = Domain::undefinedValue(wideResult ? 64 : to);
    if (wideResult) r[i.dst + 1] = Domain::undefinedValue(16);
    return;
  }
  const uint64_t bits = r[i.a].bits;
  const auto narrow = [&](auto value) {
    return Domain::constant(to == 32 ? std::bit_cast<uint32_t>(static_cast<float>(value))
                                     : std::bit_cast<uint64_t>(static_cast<double>(value)));
  };
  const auto integer = [&](auto value) {
    if (!fitsInteger(value, to, isSigned)) return Domain::undefinedValue(to);
    const uint64_t word = isSigned ? static_cast<uint64_t>(static_cast<int64_t>(value)) : static_cast<uint64_t>(value);
    return Domain::constant(word & maskOf(to));
  };
  const auto real = [&] { return static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(bits))); };
  switch (i.op) {
    case Op::FloatToInt: r[i.dst] = from == 32 ? integer(real()) : integer(std::bit_cast<double>(bits)); return;
    case Op::FloatWideToInt: r[i.dst] = integer(joinExtended(r + i.a)); return;
    case Op::IntToFloat: r[i.dst] = isSigned ? narrow(signExtend(bits, from)) : narrow(bits); return;
    case Op::IntToFloatWide:
      splitExtended<Domain>(
          isSigned ? static_cast<long double>(signExtend(bits, from)) : static_cast<long double>(bits), r + i.dst);
      return;
    case Op::FloatExtendWide:
      splitExtended<Domain>(from == 32 ? real() : std::bit_cast<double>(bits), r + i.dst);
      return;
    case Op::FloatTruncWide: r[i.dst] = narrow(joinExtended(r + i.a)); return;
    default:
      r[i.dst] =
          from == 32 ? narrow(std::bit_cast<float>(static_cast<uint32_t>(bits))) : narrow(std::bit_cast<double>(bits));
      return;
  }
}

}  // namespace clew::machine
