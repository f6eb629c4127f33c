// Which lines of a path have something to do with how it ended: a dynamic slice (B. Korel and J. Laski, Dynamic program
// slicing, 1988), taken backwards from the violation. What was read and written is known byte by byte, since it was
// watched; what goes through registers, and which branches decided what was executed, is known from the code
// (program/dependence.h), where everything counts that is possible. So a line that is left out has nothing to do with
// it, as far as the machine tells what it does; a line that stays may not have either.
//
// Threads have to do with each other by memory, by who creates whom and waits for whom, and by locks: a lock matters if
// it is held at the end, or if something that matters was done under it. What a thread writes where something of
// another one matters stays, also if it is overwritten before anybody reads it: it may be what should have been read.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "machine/machine.h"
#include "machine/observer.h"
#include "program/dependence.h"
#include "property/invariants.h"
#include "property/property.h"

namespace clew::report {

struct Trace;

/// What happened on a path, as far as a slice needs it.
class SliceRecorder {
 public:
  static constexpr uint32_t kNoLine = program::kNone;

  explicit SliceRecorder(const machine::ConcreteMachine& machine) : machine_(machine) {}

  /// A thread, by its position in the trace, does something that a line tells, or no line.
  void access(uint32_t thread, uint32_t line, const machine::Observer::Access& access);
  void transfer(uint32_t thread, uint32_t number, uint32_t pc, uint64_t from, uint64_t to, uint64_t bytes);
  /// `other`: the thread that is created, joined or woken, if it is about one.
  void operation(uint32_t thread, uint32_t line, uint32_t number, uint32_t pc, uint64_t operand, uint64_t result,
                 uint32_t other);

  /// What is to be explained: that a thread stands where it does now, with what it is about to do; and bytes of memory.
  void explain(uint32_t thread, uint32_t number);
  void explain(uint64_t address, uint64_t bytes);
  /// Why threads have ended that cannot do any more what others wait for.
  void explainEndsOfThreads() { endsMatter_ = true; }
  /// A violation that is no deadlock, by a thread. Of a race, both threads have to be explained before.
  void explain(const property::Violation& violation, uint32_t thread, const property::Invariants* invariants);

  /// For each line of a trace, whether it can be left out. None if there is nothing to be explained.
  std::vector<bool> minorLines(const Trace& trace) const;

 private:
  friend class Slice;

  enum class Kind : uint8_t {
    Read,
    Write,
    Update,  // both
    Transfer,
    Operation
  };
  struct Event {
    Kind kind;
    uint32_t thread, line, pc;
    uint32_t calls;  // in which it happened
    uint32_t other;
    uint64_t address, bytes;  // of an operation: operand and result
    uint64_t from;
  };
  /// A call in a list of nested calls.
  struct Caller {
    uint32_t outer;
    uint32_t pc;
  };
  struct Standing {
    uint32_t thread;
    std::vector<uint32_t> places;  // the innermost last
  };

  void explain(const property::Expression& expression);
  void add(Event event, uint32_t number);
  uint32_t callsOf(uint32_t number);

  const machine::ConcreteMachine& machine_;
  std::vector<Event> events_;
  std::vector<Caller> callers_ = {{0, program::kNone}};
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> knownCallers_;
  uint64_t frames_ = 0;  // that were looked at
  std::vector<Standing> standings_;
  std::vector<std::pair<uint64_t, uint64_t>> bytes_;
  bool endsMatter_ = false;
  bool isCut_ = false;
};

}  // namespace clew::report
