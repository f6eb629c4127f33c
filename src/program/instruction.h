// The register code that every engine executes. An instruction is fixed in size; its operands are
// slots of the current frame, already resolved, or an immediate. A value wider than 64 bits, and an
// aggregate, takes consecutive slots. Integers are kept zero-extended in their slot.
#pragma once

#include <cstdint>

namespace clew::program {

// One line per opcode: name, then what its operands are, as a string of
//   d dst is written   D dst is written, two slots   a b c e slots read (e is in d)   A B two slots
//   C operands and result of calls[c]    r the b slots from a    i imm
//   j branch target in c    k second target in d    s targets of switches[b]
// and the letter v last when the instruction may be visible to other threads.
#define CLEW_OPCODES(X)                                                                   \
  /* values */                                                                            \
  X(Const, "di") X(Move, "da") X(Undefined, "d") X(Freeze, "da") X(Select, "dabc")        \
  /* integers: dst = a op b, and the same with an immediate */                            \
  X(Add, "dab") X(Sub, "dab") X(Mul, "dab") X(And, "dab") X(Or, "dab") X(Xor, "dab")      \
  X(Shl, "dab") X(LShr, "dab") X(AShr, "dab")                                             \
  X(AddI, "dai") X(MulI, "dai") X(AndI, "dai") X(OrI, "dai") X(XorI, "dai") \
  X(ShlI, "dai") X(LShrI, "dai") X(AShrI, "dai")                                          \
  X(UDiv, "dab") X(SDiv, "dab") X(URem, "dab") X(SRem, "dab")                             \
  X(Eq, "dab") X(Ne, "dab") X(Ult, "dab") X(Ule, "dab") X(Slt, "dab") X(Sle, "dab")       \
  X(EqI, "dai") X(NeI, "dai") X(UltI, "dai") X(UgtI, "dai") X(SltI, "dai") X(SgtI, "dai") \
  X(Trunc, "da") X(SExt, "da")                                                            \
  X(Bits, "da") X(BitPair, "dab") X(Funnel, "dabc") X(Overflow, "Dab")                    \
  /* 128-bit integers; aux is a WideKind */                                               \
  X(Wide, "DAB") X(WideShift, "DAB") X(WideCompare, "dAB")                                \
  /* floating point; width is 32, 64 or 80 (two slots) */                                 \
  X(Float, "dab") X(FloatCompare, "dab") X(FloatUnary, "da") X(FloatFused, "dabc")        \
  X(FloatWide, "DAB") X(FloatWideCompare, "dAB") X(FloatWideUnary, "DA")                  \
  X(FloatToInt, "da") X(IntToFloat, "da") X(FloatConvert, "da")                           \
  X(FloatWideToInt, "dA") X(IntToFloatWide, "Da") X(FloatExtendWide, "Da")                \
  X(FloatTruncWide, "dA")                                                                 \
  /* addresses and memory */                                                              \
  X(PointerAdd, "dab") X(PointerAddI, "dai") X(ThreadLocal, "di")                         \
  X(LoadGlobal, "dv") X(StoreGlobal, "bv") X(Load, "dav") X(Store, "abv") \
  X(AtomicRmw, "dabv") X(CompareExchange, "Dabcv")         \
  X(CopyMemory, "abcv") X(FillMemory, "abcv")                                             \
  X(Alloca, "di") X(AllocaDynamic, "dai") X(CopyArgument, "dai")                          \
  X(StackSave, "d") X(StackRestore, "a") X(VaStart, "av")                                 \
  /* control */                                                                           \
  X(Jump, "j") X(Branch, "ajk") X(Switch, "asj") X(Call, "C") X(CallIndirect, "aC")       \
  X(Return, "r") X(Unreachable, "") X(Unmodelled, "i")                                    \
  /* heap */                                                                              \
  X(Malloc, "da") X(Calloc, "dab") X(AlignedAlloc, "dab") X(Realloc, "dabv")              \
  X(Free, "av") X(ObjectSize, "da")                                                       \
  /* threads and synchronisation */                                                       \
  X(ThreadCreate, "dabcev") X(ThreadJoin, "dabv") X(ThreadDetach, "dav") X(ThreadSelf, "d") \
  X(ThreadExit, "av") X(MutexInit, "dabv") X(MutexDestroy, "dav") X(MutexLock, "dav")     \
  X(MutexTryLock, "dav") X(MutexUnlock, "dav") X(CondInit, "dav") X(CondDestroy, "dav")   \
  X(CondWait, "dabv") X(CondSignal, "dav") X(CondBroadcast, "dav")                        \
  X(OnceBegin, "dav") X(OnceEnd, "av") X(AtomicBegin, "") X(AtomicEnd, "")                \
  /* the environment */                                                                   \
  X(Choose, "dav") X(Assume, "a") X(Fail, "a") X(Exit, "a") X(Write, "abc")               \
  X(FormatDouble, "dC") X(ArgumentCount, "d") X(ArgumentLength, "da") X(ArgumentCopy, "ab")

enum class Op : uint8_t {
#define CLEW_OPCODE(name, operands) name,
  CLEW_OPCODES(CLEW_OPCODE)
#undef CLEW_OPCODE
};

/// `aux` of Bits: one operand. Of BitPair: two. Of Funnel: left or right.
enum class BitsKind : uint8_t {
  Population, LeadingZeros, TrailingZeros, ByteSwap, Reverse, Absolute,  // Bits
  SMin, SMax, UMin, UMax, UAddSat, SAddSat, USubSat, SSubSat,            // BitPair
  FunnelLeft, FunnelRight,                                               // Funnel
};

/// `aux` of Overflow: dst is the wrapped result, dst + 1 whether it wrapped.
enum class OverflowKind : uint8_t { SAdd, UAdd, SSub, USub, SMul, UMul };

/// `aux` of Wide, WideShift and WideCompare.
enum class WideKind : uint8_t {
  Add, Sub, Mul, UDiv, SDiv, URem, SRem, And, Or, Xor, Shl, LShr, AShr,
  Eq, Ne, Ult, Ule, Slt, Sle,
};

/// `aux` of Float and FloatWide, FloatUnary and FloatWideUnary, FloatFused.
enum class FloatKind : uint8_t {
  Add, Sub, Mul, Div, Rem, CopySign, MinNum, MaxNum, Pow,
  Negate, Absolute, Sqrt, Floor, Ceil, Truncate, Round, RoundEven, Rint, Sin, Cos, Exp, Exp2, Log,
  Log2, Log10,
  FusedMultiplyAdd, MultiplyAdd,
};

/// `aux` of AtomicRmw.
enum class RmwKind : uint8_t { Exchange, Add, Sub, And, Nand, Or, Xor, Max, Min, UMax, UMin };

/// `flags`.
enum : uint8_t {
  kSigned = 1,           // conversions: the integer side is signed; overflow: no signed wrap
  kNoUnsignedWrap = 2,   //
  kAtomic = 4,           // memory: an atomic access
  kShared = 16,          // Alloca: the address leaves the function, so other threads may hold it
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
