// The symbolic value domain: words as in the concrete one, or a term in place of the bits. Whatever has no symbols
// among its operands is computed as the concrete machine computes it; the rest is in arithmetic.h, accesses.h and
// control.h.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "machine/concrete_domain.h"
#include "term/term.h"

namespace clew::symbolic {

class Run;

/// A word, or a term. The mask of what was never written counts for both.
struct Value {
  uint64_t bits;
  uint64_t undefined;
  term::Term term = term::kNoTerm;
  uint32_t unused = 0;  // states hold values byte by byte
  bool operator==(const Value&) const = default;
};

/// A loop that a thread is in.
struct Loop {
  uint32_t depth;        // of its frame
  uint32_t head;         // where it jumps back to
  uint32_t rounds;       // how often it did so after a branch on symbols
  uint32_t quietRounds;  // how often without; if anybody counts them
  uint32_t forks;        // on the path when it last jumped back
};

/// What is kept of a thread.
struct ThreadTrace {
  /// It stands before an instruction with several outcomes: the conditions, of which exactly one is true. Whoever goes
  /// on with one of them has assumed it.
  std::vector<term::Term> fork;
  std::vector<Loop> loops;

  /// A function is called from a frame of this depth: what other functions did there is over.
  void call(size_t depth) {
    while (!loops.empty() && loops.back().depth > depth) loops.pop_back();
  }
};

class SymbolicDomain : public machine::WordDomain<Value> {
 public:
  static constexpr bool kSymbolic = true;
  using Run = symbolic::Run*;
  using Trace = ThreadTrace;
};

}  // namespace clew::symbolic
