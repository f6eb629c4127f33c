// Where blocks of a path end: always where a loop begins again, and where functions are called if that is wanted. Small
// blocks ask the solver small questions, and forget more. Inside a function that may call itself no call ends one: how
// deep the calls nest would be forgotten, and every depth is a head of its own.
#pragma once

#include <vector>

#include "abstraction/search.h"
#include "program/program.h"
#include "symbolic/machine.h"
#include "symbolic/run.h"

namespace clew::abstraction {

class BlockEnds {
 public:
  BlockEnds(const program::Program& program, Blocks blocks);

  /// Where the symbolic machine cuts paths.
  symbolic::Bounds bounds() const;
  /// Whether a block had better not end at the call where the machine has cut its path.
  bool isUnfit(const symbolic::SymbolicMachine& machine, const term::Terms& terms) const;

 private:
  std::vector<bool> isCutAt_;        // per function
  std::vector<bool> mayCallItself_;  // likewise
};

}  // namespace clew::abstraction
