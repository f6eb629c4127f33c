// The register code that every engine executes. An instruction is fixed in size; its operands are
// slots of the current frame, already resolved, or an immediate. A value wider than 64 bits, and an
// aggregate, takes consecutive slots. Integers are kept zero-extended in their slot.
#pragma once

#include <cstdint>

namespace clew::program {

/// The opcodes; opcodes.def explains them.
enum class Op : uint8_t {
#define CLEW_OPCODE(name, operands) name,
#include "program/opcodes.def"
};

/// `aux` of Bits: one operand. Of BitPair: two. Of Funnel: left or right.
enum class BitsKind : uint8_t {
  Population,
  LeadingZeros,
  TrailingZeros,
  ByteSwap,
  Reverse,
  Absolute,  // Bits
  SMin,
  SMax,
  UMin,
  UMax,
  UAddSat,
  SAddSat,
  USubSat,
  SSubSat,  // BitPair
  FunnelLeft,
  FunnelRight,  // Funnel
};

/// `aux` of Overflow: dst is the wrapped result, dst + 1 whether it wrapped.
enum class OverflowKind : uint8_t {
  SAdd,
  UAdd,
  SSub,
  USub,
  SMul,
  UMul
};

/// `aux` of Wide, WideShift and WideCompare.
enum class WideKind : uint8_t {
  Add,
  Sub,
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  Shl,
  LShr,
  AShr,
  Ult,
  Ule,
  Slt,
  Sle
};

/// `aux` of Float and FloatWide, FloatUnary and FloatWideUnary, FloatFused.
enum class FloatKind : uint8_t {
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  CopySign,
  MinNum,
  MaxNum,
  Pow,
  ArcTan2,
  Hypot,
  Remainder,
  PositiveDifference,
  NextAfter,
  Negate,
  Absolute,
  Sqrt,
  Floor,
  Ceil,
  Truncate,
  Round,
  RoundEven,
  Rint,
  Sin,
  Cos,
  Exp,
  Exp2,
  Log,
  Log2,
  Log10,
  Tan,
  ArcSin,
  ArcCos,
  ArcTan,
  SinH,
  CosH,
  TanH,
  ArcSinH,
  ArcCosH,
  ArcTanH,
  ExpMinus1,
  Exp10,
  Log1Plus,
  LogB,
  CubeRoot,
  Erf,
  ErfC,
  Gamma,
  LogGamma,
  BesselJ0,
  BesselJ1,
  BesselY0,
  BesselY1,
  FusedMultiplyAdd,
  MultiplyAdd,
};

/// `aux` of AtomicRmw.
enum class RmwKind : uint8_t {
  Exchange,
  Add,
  Sub,
  And,
  Nand,
  Or,
  Xor,
  Max,
  Min,
  UMax,
  UMin
};

/// `flags`.
enum : uint8_t {
  kSigned = 1,    // conversions: the integer side is signed; arithmetic: a result that does not fit is a fault
  kAtomic = 4,    // memory: an atomic access
  kShared = 16,   // Alloca: the address leaves the function, so other threads may hold it
  kCounted = 32,  // Jump: back to the head of a loop that counts, so no state comes twice by this jump alone
};

struct Instruction {
  Op op;
  uint8_t width = 0;  // of the operation, in bits; for a store that of the value
  uint8_t aux = 0;
  uint8_t flags = 0;
  uint32_t dst = 0;
  uint32_t a = 0;
  uint32_t b = 0;
  uint32_t c = 0;
  uint32_t d = 0;

  /// The immediate lies where c and d do.
  uint64_t imm() const { return uint64_t{d} << 32 | c; }
  void setImm(uint64_t value) {
    c = static_cast<uint32_t>(value);
    d = static_cast<uint32_t>(value >> 32);
  }
};
static_assert(sizeof(Instruction) == 24);

/// How `op` uses its operands, in the letters explained above.
const char* operandsOf(Op op);
/// The opcode's name.
const char* nameOf(Op op);

}  // namespace clew::program
