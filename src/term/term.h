// Terms: bit-vectors of 1 to 64 bits, arrays of bytes, floating point on bit patterns. A term is a number; equal terms
// are one, and they are simplified as they are built, so that much is decided by comparing two numbers. A truth value
// is a bit-vector of one bit.
//
// One thread builds terms. Others may read those that were handed to them meanwhile: nodes never move or change.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "support/stable_array.h"

namespace clew::term {

/// The number of a term in the `Terms` that made it; 0 is none.
using Term = uint32_t;
constexpr Term kNoTerm = 0;

enum class Kind : uint8_t {
  Constant,  // value
  Symbol,    // value: its number among symbols
  // Operands a, b and result have one width.
  Add,
  Mul,
  UDiv,  // by zero: all ones, as SMT-LIB has it; who divides has asked before
  SDiv,
  URem,
  SRem,
  And,
  Or,
  Xor,
  Not,  // of a
  Shl,  // by the width or more: 0, and sign bits for AShr
  LShr,
  AShr,
  // Between widths.
  Extract,  // as many bits of a as the width says, from bit `value` on
  ZeroExtend,
  SignExtend,
  Concat,  // a above b
  // Of one bit.
  Equal,
  Less,  // unsigned; a <= b is not b < a
  LessSigned,
  AddOverflows,  // as signed numbers
  SubOverflows,
  MulOverflows,
  UMulOverflows,  // as unsigned ones
  // a ? b : c; also of arrays.
  IfThenElse,
  // Arrays: width 0. An index has 64 bits, an element 8.
  ArrayZero,    // all elements are 0
  ArraySymbol,  // value: its number among symbols
  Store,        // array a, index b, element c
  Select,       // array a, index b
  // Floating point; operands and results are IEEE bit patterns of 32 or 64 bits, rounded to nearest, ties to even.
  FloatAdd,
  FloatSub,
  FloatMul,
  FloatDiv,
  FloatRem,    // fmod
  FloatFused,  // a * b + c
  FloatSqrt,
  FloatFloor,
  FloatCeil,
  FloatTruncate,
  FloatRound,  // half away from zero
  FloatRoundEven,
  FloatEqual,  // ordered: false with a NaN
  FloatLess,
  FloatLessEqual,
  FloatIsNaN,
  FloatConvert,   // between 32 and 64 bits
  FloatToSigned,  // towards zero; what does not fit is 0 here, who converts has asked before
  FloatToUnsigned,
  SignedToFloat,
  UnsignedToFloat,
};

struct Node {
  Kind kind;
  uint8_t width;  // of the result; 0: an array
  Term a, b, c;   // 0: not used
  uint64_t value;
};

/// Unsigned, both inclusive.
struct Range {
  uint64_t least, most;
};

struct Symbol {
  std::string name;  // need not be unique
  Term term;
};

class Terms {
 public:
  Terms();
  Terms(const Terms&) = delete;  // others hold references to nodes
  Terms& operator=(const Terms&) = delete;

  const Node& operator[](Term term) const { return nodes_[term]; }
  unsigned widthOf(Term term) const { return nodes_[term].width; }
  size_t size() const { return nodes_.size(); }
  /// Whether no more terms fit; then all functions below return what they have and nothing may be concluded.
  bool isFull() const { return full_.load(std::memory_order_relaxed); }
  uint64_t bytes() const;

  // ---- leaves ----

  Term constant(uint64_t value, unsigned width);
  Term truth(bool value) { return constant(value ? 1 : 0, 1); }
  /// A new symbol, different from all others.
  Term symbol(std::string_view name, unsigned width);
  Term arraySymbol(std::string_view name);
  Term arrayZero();
  const std::vector<Symbol>& symbols() const { return symbols_; }

  bool isConstant(Term term) const { return nodes_[term].kind == Kind::Constant; }
  bool isConstant(Term term, uint64_t value) const { return isConstant(term) && nodes_[term].value == value; }
  bool isTrue(Term term) const { return isConstant(term, 1); }
  bool isFalse(Term term) const { return isConstant(term, 0); }
  uint64_t valueOf(Term constant) const { return nodes_[constant].value; }
  /// Values between which a term lies whatever its symbols are. For the thread that builds terms.
  const Range& rangeOf(Term term) const { return ranges_[term]; }

  // ---- operations; operands have equal widths where the kind says so ----

  Term add(Term a, Term b);
  Term sub(Term a, Term b);
  Term negate(Term a);
  Term mul(Term a, Term b);
  Term bitNot(Term a);
  Term bitAnd(Term a, Term b);
  Term bitOr(Term a, Term b);
  Term bitXor(Term a, Term b);
  Term extract(Term a, unsigned lowest, unsigned width);
  Term zeroExtend(Term a, unsigned width);
  Term signExtend(Term a, unsigned width);
  Term concat(Term high, Term low);
  Term equal(Term a, Term b);
  Term less(Term a, Term b);
  Term lessEqual(Term a, Term b) { return bitNot(less(b, a)); }
  Term lessSigned(Term a, Term b);
  Term lessEqualSigned(Term a, Term b) { return bitNot(lessSigned(b, a)); }
  Term ifThenElse(Term condition, Term yes, Term no);
  Term store(Term array, Term index, Term element);
  Term select(Term array, Term index);
  /// Any other kind with its operands: division, shifts, overflow, floating point. `width` is that of the result; it
  /// counts for conversions only.
  Term apply(Kind kind, unsigned width, Term a, Term b = kNoTerm, Term c = kNoTerm);

  /// A term that was made like this elsewhere, not simplified. The node is well typed (typing.h) and no symbol.
  Term asWritten(const Node& node) { return intern(node); }

  /// The symbols in a term, by rising number, each once. Appends to `numbers`.
  void symbolsOf(std::span<const Term> terms, std::vector<uint32_t>& numbers) const;

 private:
  class Step;
  struct Linear;
  /// A term that is one of two constants: `yes` if the condition is true.
  struct Choice {
    Term condition;
    uint64_t yes, no;
  };

  Term intern(const Node& node);
  Term make(Kind kind, unsigned width, Term a, Term b = kNoTerm, Term c = kNoTerm, uint64_t value = 0);
  void growIndex();
  Range rangeOfNode(const Node& node) const;
  bool rangeOfDifference(const Node& sum, Range& range) const;

  // Constants.
  uint64_t maskOfTerm(Term term) const;
  bool isOnes(Term term) const { return isConstant(term, maskOfTerm(term)); }
  Term fold(Kind kind, unsigned width, Term a, Term b = kNoTerm, uint64_t value = 0);
  bool choiceOf(Term term, Choice& choice) const;
  uint64_t zeroBits(Term term, unsigned depth = 4) const;
  uint64_t zeroBitsInside(const Node& node, unsigned depth) const;
  unsigned unsignedBits(Term a, Term b) const;
  bool isNonNegative(Term term) const;
  unsigned signedBits(Term term, unsigned depth = 4) const;
  void orderOperands(Term& a, Term& b) const;

  // Sums.
  bool addFlat(Linear& sum, Term term, uint64_t coefficient) const;
  bool addTo(Linear& sum, Term term, uint64_t coefficient) const;
  bool addWhole(Linear& sum, Term term, uint64_t coefficient) const;
  Term addScaled(Term a, Term b, uint64_t factor);
  Term termOf(const Linear& sum, unsigned width);
  Term product(Term a, Term b);
  Term overflows(Kind kind, Term a, Term b);

  // Division.
  Term divide(Kind kind, Term a, Term b);
  Term divideSigned(Kind kind, Term a, Term b);
  Term divideUnsigned(Kind kind, Term a, Term b);
  Term divideSum(Kind kind, Term a, uint64_t divisor);
  Term divideProduct(Kind kind, Term a, Term b, bool isSigned);

  // Bits.
  bool isComplement(Term a, Term b) const;
  Term absorb(Kind kind, Kind other, Term a, Term b);
  Term logicOfExtended(Kind kind, Term a, Term b);
  Term maskedWith(Term a, uint64_t mask);
  Term joinDisjoint(Term a, Term b);
  void boundariesOf(Term term, uint64_t& boundaries) const;
  Term shift(Kind kind, Term a, Term b);
  Term extractOfExtended(const Node& node, unsigned lowest, unsigned width);
  Term extractOfLogic(const Node& node, unsigned lowest, unsigned width);
  Term extractOfSum(Term sum, unsigned width);
  Term mergeAdjacent(Term high, Term low);

  // Comparisons.
  Term equalLinear(Term a, Term b);
  Term equalScaled(Term base, uint64_t coefficient, uint64_t value, unsigned width);
  Term equalConstant(Term a, uint64_t value);
  Term equalAlike(Term a, Term b);
  Term equalOfExtended(Term a, Term b);
  Term lessByRange(Term a, Term b);
  Term lessConstant(Term a, uint64_t value);
  Term lessSignedConstant(Term a, uint64_t value);
  Term lessOfExtended(Kind kind, Term a, Term b);
  Term truthChoice(Term condition, Term yes, Term no);

  // Floating point.
  Term floatOperation(Kind kind, unsigned width, Term a, Term b, Term c);
  Term simplerFloat(Kind kind, unsigned width, Term a, Term b);
  Term floatTest(Kind kind, Term a, Term b);
  bool isFromInteger(Term number) const;
  Term wholeOf(Term number);
  Term fromInteger(Kind kind, unsigned width, Term integer);
  Term toInteger(Kind kind, unsigned width, Term number);
  Term sumOfIntegers(Kind kind, unsigned width, Term a, Term b);
  Term testAgainst(Kind kind, Term number, uint64_t bits, bool isSwapped);

  // Arrays.
  bool differByConstant(Term a, Term b) const;
  Term readThrough(Term& array, Term index) const;

  support::StableArray<Node> nodes_;
  support::StableArray<Range> ranges_;  // of the terms
  std::vector<Term> index_;             // open addressing; 0 is free
  size_t indexed_ = 0;
  std::vector<Symbol> symbols_;
  std::atomic<bool> full_ = false;  // others may ask
  unsigned depth_ = 0;              // of operations that rules ask for
  unsigned budget_ = 0;             // rules that may still be tried
};

/// Values of symbols. What a model does not mention is 0.
struct Model {
  std::unordered_map<uint32_t, uint64_t> values;                                 // by number of the symbol
  std::unordered_map<uint32_t, std::unordered_map<uint64_t, uint8_t>> elements;  // of array symbols, which are not 0

  uint64_t valueOf(uint32_t symbol) const {
    const auto found = values.find(symbol);
    return found == values.end() ? 0 : found->second;
  }
};

/// Evaluates terms under a model, exactly as the concrete machine computes. Remembers what it has evaluated.
class Evaluator {
 public:
  Evaluator(const Terms& terms, const Model& model) : terms_(terms), model_(model) {}
  /// Of a term that is no array.
  uint64_t operator()(Term term);

 private:
  const Terms& terms_;
  const Model& model_;
  struct Frame {
    Term term;
    Term array;  // Select: where the reading has come to
  };
  bool know(Term term, uint64_t& value);
  bool step(Frame& frame, uint64_t& value);
  bool read(Frame& frame, uint64_t& value);

  std::vector<Frame> stack_;
  std::unordered_map<Term, uint64_t> known_;
};

}  // namespace clew::term
