// What a path takes from outside, as people mean it: one value for each call of __VERIFIER_nondet_int and its
// relatives, of clew_symbolic, clew_structure and clew_choose. The machine asks for such a value by one choice or by
// several, of up to 16 bits each; here they are put together again.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "machine/machine.h"
#include "machine/structure_walk.h"

namespace clew::report {

/// A value that the program got from outside.
struct TraceInput {
  std::string function;        // that gave it: `__VERIFIER_nondet_int`
  std::string name;            // of the variable, as far as it is known
  std::string value;           // for people
  std::vector<uint8_t> bytes;  // the same, the lowest first; of a structure the choices that make it
  bool isChoice = false;       // of clew_choose
  uint32_t thread = 0;         // position among the trace's threads
  program::Location location;  // of the call
  size_t line = 0;             // position among the trace's lines of the one that has it

  /// `x`, or `__VERIFIER_nondet_int()` where no name is known.
  std::string nameOrCall() const { return name.empty() ? function + "()" : name; }
};

/// The innermost frame of the thread that gives an input; none if it is not inside one.
const machine::Frame* inputFrame(const machine::ConcreteMachine& machine, uint32_t thread);

/// Puts the choices of one path together.
class InputCollector {
 public:
  explicit InputCollector(const machine::ConcreteMachine& machine) : machine_(machine) {}

  /// Whether the thread, which has just made a choice, is inside a function that gives inputs.
  bool isInside(uint32_t thread) const;

  /// Takes in a choice made inside such a function; the input when it is whole, but for its place.
  std::optional<TraceInput> add(uint32_t thread, uint64_t alternatives, uint64_t chosen);

 private:
  /// An input of which not all choices have been made.
  struct Part {
    uint64_t address = 0;  // of the bytes that it gives, if it does
    uint64_t size = 0;     // in bits
    std::string name;
    std::vector<uint64_t> pieces;
    uint64_t bits = 0;  // of the pieces
    std::optional<machine::StructureWalk> structure;
    std::vector<machine::StructureWalk::Question> questions;  // for the pieces of a structure
  };

  Part begin(uint32_t thread) const;
  machine::StructureLayout layoutAt(const machine::ConcreteMachine::Value* arguments) const;
  void nameBytes(TraceInput& input, uint64_t address) const;
  static void nameUnwritten(TraceInput& input);

  const machine::ConcreteMachine& machine_;
  std::map<uint32_t, Part> parts_;  // by number of the thread
};

/// The variable to which a line of source assigns what a call of the function gives; empty if that is not plain to see.
std::string assignedName(std::string_view source, std::string_view function);

/// The type that a function __VERIFIER_nondet_... has in C; empty if it is none that Clew knows.
std::string_view typeOfNondet(std::string_view function);

}  // namespace clew::report
