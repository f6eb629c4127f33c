// What the state of a machine looks like to people: threads with their stacks, variables with what is in them. Nothing
// is executed and nothing changes; it may be asked between two steps and from an observer inside of one. The program
// should keep its locals (program::Input::keepLocals), or those that are never pointed to are missing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "machine/machine.h"
#include "property/expression.h"
#include "report/naming.h"
#include "support/result.h"

namespace clew::inspect {

/// What people call the threads and heap objects of a path, in the order in which they came to life.
class Names {
 public:
  /// The thread with this number from now on.
  void addThread(uint32_t number);
  /// T0, T1, ...; a number that is given out again is another thread.
  std::string ofThread(uint32_t number) const;
  report::HeapNumbers& heap() { return heap_; }

 private:
  std::vector<uint32_t> threads_;  // numbers, in the order of creation
  report::HeapNumbers heap_;
};

/// A variable or a part of one. `value` is short: a number, a name, the first elements of an array.
struct Variable {
  std::string name;
  std::string type;
  std::string value;
  uint64_t address = 0;
  uint32_t typeIndex = 0;
  uint64_t bytes = 0;
  uint32_t parts = 0;     // how many it has: members, elements, or the one thing that a pointer points to
  uint8_t bitOffset = 0;  // bit-fields: in the first byte
  uint8_t bitWidth = 0;   // bit-fields; 0: none
};

struct StackFrame {
  uint32_t index = 0;  // among the thread's frames, 0 is the outermost
  std::string function;
  program::Location location;
  std::string source;
};

struct ThreadView {
  uint32_t number = 0;
  std::string name;     // T1
  std::string routine;  // the function it runs
  std::string state;    // `waits for mutex m, held by T2`
  bool hasEnded = false;
  std::vector<StackFrame> frames;  // of the program, not of the library, the innermost first
};

class View {
 public:
  View(const machine::ConcreteMachine& machine, Names& names) : machine_(machine), names_(names) {}

  std::vector<ThreadView> threads();
  /// What the frame knows where it stands; what was declared last comes first.
  std::vector<Variable> locals(uint32_t thread, uint32_t frame);
  /// Of the program, not of the library; thread-local ones are those of thread 0.
  std::vector<Variable> globals();
  /// What was allocated and not freed.
  std::vector<Variable> heap();
  std::vector<Variable> parts(const Variable& variable, uint32_t first, uint32_t count);
  /// A C expression over the locals of a frame and the globals.
  support::Result<Variable> evaluate(std::string_view text, uint32_t thread, uint32_t frame);
  /// Whether an expression holds; the error says why it has no value.
  support::Result<bool> holds(std::string_view text, uint32_t thread, uint32_t frame);

 private:
  Variable variableAt(std::string name, uint64_t address, uint32_t type, uint64_t bytes);
  Variable variableAt(std::string name, const machine::Object& object, uint32_t type);
  Variable member(const Variable& whole, uint32_t index);
  Variable element(const Variable& whole, uint32_t index);
  Variable target(const Variable& pointer);
  void describe(Variable& variable, unsigned depth);
  std::string scalarText(const Variable& variable);
  std::string wholeText(const Variable& variable, unsigned depth);
  const machine::Object* objectOf(uint64_t address, uint64_t bytes) const;
  Variable valueOnly(std::string_view text, const property::ValueType& type, uint64_t bits);
  std::vector<property::Local> scope(uint32_t thread, uint32_t frame);

  const machine::ConcreteMachine& machine_;
  Names& names_;
};

}  // namespace clew::inspect
