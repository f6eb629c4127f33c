// What can go wrong when an instruction executes, and how a step can end.
#pragma once

#include <cstdint>
#include <string>

namespace clew::machine {

enum class Fault : uint8_t {
  None,
  AssertionFailed,
  ErrorCall,  // a function that must never be called was
  OutOfBounds,
  UseAfterFree,
  DoubleFree,
  InvalidFree,
  NullDereference,
  DivisionByZero,
  UnlockNotOwner,
  UninitializedBranch,
  Uninitialized,
  Unreachable,
  JoinTwice,
  SignedOverflow,
  Shift,
  MutexDestroyedLocked,
  Leak,
  LostMemory,
  RecursionLimit,
  Specification,  // an automaton that watches the program has reached an error
};

/// How a step ended.
enum class Outcome : uint8_t {
  Stopped,    // before a visible operation, or blocked
  Exited,     // the process has ended
  Faulted,    // an error; the machine's report says which
  Pruned,     // an assumption failed: this path is none
  Abandoned,  // something that is not modelled, or a limit; the report says what
};

/// The details of the last step that did not simply stop.
struct Report {
  Fault fault = Fault::None;
  uint32_t thread = 0;  // number of the thread
  uint32_t pc = 0;
  std::string message;
};

}  // namespace clew::machine
