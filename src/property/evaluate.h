// Computes an expression in the state that a machine is in. Nothing is executed: memory is looked at.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "machine/machine.h"
#include "property/expression.h"

namespace clew::property {

enum class Failure : uint8_t {
  None,
  Null,
  Nowhere,
  Freed,
  OutOfBounds,
  Unwritten,
  Index,
  DivisionByZero,
  Shift,
  Conversion,
};

/// A value, or why there is none.
struct Computed {
  uint64_t bits = 0;
  Failure failure = Failure::None;
  uint32_t node = 0;    // where it failed
  uint64_t detail = 0;  // the index, the distance of a shift
};

/// A value that was read on the way.
struct Shown {
  uint32_t node;
  bool after;  // behind the transition
  uint64_t bits;
};

/// A part of the state: a piece of a global, or a thread with its stack and heap.
struct Dependency {
  bool isThread;
  uint32_t index;
  bool operator==(const Dependency&) const = default;
};

class Evaluator {
 public:
  Evaluator(const Expression& expression, const machine::ConcreteMachine& machine)
      : machine_(machine), nodes_(expression.nodes()) {}

  /// The value of a node in the machine's state. With `before`, parts that have a slot are taken from there, and what
  /// is computed counts as behind the transition.
  Computed compute(uint32_t node, std::span<const Computed> before = {});
  /// Whether a value counts as true.
  bool isTrue(uint32_t node, uint64_t bits) const;

  /// If set: gets what is read, for people.
  void setShown(std::vector<Shown>* shown) { shown_ = shown; }
  /// If set: gets the parts of the state that were looked at, each once.
  void setDependencies(std::vector<Dependency>* dependencies) { dependencies_ = dependencies; }

 private:
  Computed load(uint32_t index, uint64_t address);
  Computed arithmetic(uint32_t index, uint64_t a, uint64_t b) const;
  Computed floating(const Node& node, uint64_t a, uint64_t b) const;
  Computed convert(uint32_t index, uint64_t bits) const;
  Computed logical(uint32_t index, std::span<const Computed> before);
  uint64_t moved(uint64_t address, uint64_t distance);
  void depend(Dependency dependency);
  void dependOn(uint64_t address, const machine::Object* object, uint64_t offset, uint64_t bytes);

  const machine::ConcreteMachine& machine_;
  const std::vector<Node>& nodes_;
  std::vector<Shown>* shown_ = nullptr;
  std::vector<Dependency>* dependencies_ = nullptr;
  bool after_ = false;
};

/// Why an expression has no value, in words.
std::string failureText(const Expression& expression, const Computed& computed);

/// `count = 6, limit = 5`; pointers by the name of what they point to.
std::string shownText(const Expression& expression, const machine::ConcreteMachine& machine,
                      const std::vector<Shown>& shown);

}  // namespace clew::property
