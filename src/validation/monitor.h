// Sees which points of a witness a run passes. It watches the machine while a step is executed, and its progress is a
// part of the state of the search that follows the witness.
//
// Points are passed in their order, each as soon as it can be. That is no restriction: a run that can be divided into
// the segments at all can be divided so, unless there is something to avoid, which an earlier end of a segment may
// bring into view.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "machine/machine.h"
#include "machine/observer.h"
#include "validation/plan.h"

namespace clew::validation {

/// How far a run has come.
struct Progress {
  uint32_t stage = 0;
  bool isOut = false;                                            // it has passed what it must avoid
  std::shared_ptr<const std::map<uint32_t, uint32_t>> ordinals;  // of threads, by number: the first one created is 1
  uint32_t created = 0;
};

class Monitor : public machine::Observer {
 public:
  Monitor(const Plan& plan, const machine::ConcreteMachine& machine);

  Progress& progress() { return progress_; }
  /// Whether all points are passed but the violation.
  bool isAtEnd() const { return progress_.stage == plan_.stages.size(); }
  /// The point that is to be passed next; none at the end.
  const Point* next() const { return isAtEnd() ? nullptr : &plan_.stages[progress_.stage].followed; }
  /// A thread's place in the order of creation.
  uint32_t ordinalOf(uint32_t thread) const;
  /// Whether a point is about what a thread does on this line.
  bool isAt(const Point& point, uint32_t thread, const program::Location& location) const;

  /// A thread got a value from a function that gives inputs.
  void input(uint32_t thread, const program::Function& function, const program::Location& location, uint64_t bits);
  /// Whether a point about a returned value is passed by this one.
  static bool isMet(const Point& point, const program::Function& function, uint64_t bits);

  /// A variable of a point, as far as one was not known where it was asked for.
  const std::string& unknownVariable() const { return unknownVariable_; }

  void access(const Access& access) override;
  void operation(uint32_t thread, uint32_t pc, uint64_t operand, uint64_t result) override;

 private:
  void tell(uint32_t thread, program::Told told, uint64_t value);
  void come(uint32_t thread);
  std::vector<witness::Value> valuesAt(uint32_t mark, uint64_t kinds, bool& areKnown);
  std::optional<witness::Value> valueOfGlobal(const std::string& name) const;
  /// Lets everything happen that an event means: `isPassed` says of a point whether it is.
  template <typename IsPassed>
  void happen(IsPassed isPassed);

  const Plan& plan_;
  const machine::ConcreteMachine& machine_;
  Progress progress_;
  std::map<std::string, uint32_t> globals_;
  std::string unknownVariable_;
  std::map<uint32_t, std::map<uint32_t, uint64_t>> told_;  // values of local variables, by mark
};

}  // namespace clew::validation
