// Invariants are expressions that must hold in every state; next-state invariants must hold on every
// transition between two states. This file keeps them together and checks them along a walk.
//
// In a search most states and transitions repeat what the expressions look at, so an answer is remembered
// by the content (ids) of the parts of the state that it depends on; then a check costs a few lookups.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "machine/machine.h"
#include "property/evaluate.h"
#include "property/expression.h"
#include "property/property.h"

namespace clew::property {

struct Invariants {
  std::vector<Expression> ofStates;
  std::vector<Expression> ofTransitions;

  bool empty() const { return ofStates.empty() && ofTransitions.empty(); }
  /// From what was given with --invariant and --next; the error names the option.
  static support::Result<Invariants> parse(const std::vector<std::string>& invariants,
                                           const std::vector<std::string>& next, const program::Program& program);
};

/// Answers by what they depend on. Fixed in size; the newest answer wins.
template <typename Answer>
class Memo {
 public:
  /// The answer for the present content, if it is known; `contentOf` tells the content of a part of the state.
  template <typename ContentOf>
  const Answer* find(uint64_t context, ContentOf contentOf) {
    if (!shapeKnown_) return nullptr;
    Key key{context, {}};
    for (size_t i = 0; i < shape_.size(); ++i) key.contents[i] = contentOf(shape_[i]);
    const Entry& entry = entries_[key.hash(shape_.size()) % kEntries];
    isLastKnown_ = entry.shape == shapeNumber_ && entry.key == key;
    return isLastKnown_ ? &entry.answer : nullptr;
  }

  template <typename ContentOf>
  void insert(uint64_t context, const std::vector<Dependency>& parts, ContentOf contentOf, Answer answer) {
    isLastKnown_ = parts.size() <= kMostParts;
    if (!isLastKnown_) return;
    if (!shapeKnown_ || parts != shape_) {
      shape_ = parts;
      shapeKnown_ = true;
      ++shapeNumber_;
    }
    Key key{context, {}};
    for (size_t i = 0; i < parts.size(); ++i) key.contents[i] = contentOf(parts[i]);
    entries_[key.hash(parts.size()) % kEntries] = {key, shapeNumber_, std::move(answer)};
  }

  /// What the answer that was found or inserted last depends on; null if there was none.
  const std::vector<Dependency>* lastShape() const { return isLastKnown_ ? &shape_ : nullptr; }

 private:
  static constexpr size_t kMostParts = 8;
  static constexpr size_t kEntries = size_t{1} << 12;

  struct Key {
    uint64_t context = 0;
    std::array<uint32_t, kMostParts> contents{};
    bool operator==(const Key&) const = default;
    /// Of the first so many contents; there are no others.
    uint64_t hash(size_t count) const {
      uint64_t mixed = context;
      for (size_t i = 0; i < count; ++i) mixed = (mixed ^ contents[i]) * 0x9E3779B97F4A7C15u;
      return mixed >> 40;
    }
  };
  struct Entry {
    Key key;
    uint64_t shape = 0;
    Answer answer{};
  };
  std::vector<Dependency> shape_;  // what the last computed answer depended on
  bool shapeKnown_ = false;
  bool isLastKnown_ = false;
  uint64_t shapeNumber_ = 0;
  std::vector<Entry> entries_ = std::vector<Entry>(kEntries);
};

/// Where a machine stops for invariants.
struct Stops {
  std::set<uint32_t> globals;  // before writes to these
  bool atEnd = false;          // of the process

  static Stops of(const Invariants& invariants);
  bool operator==(const Stops&) const = default;
};

/// Checks invariants on the way of one machine.
class InvariantChecker {
 public:
  enum class Use : uint8_t {
    Search,     // asked in saved or restored states only; answers are remembered
    SinglePath  // for people: violations come with the values
  };

  /// Lets the machine watch what the invariants look at; to be called before it starts. If `stops` are given it stops
  /// there only, and `inStep` is to be asked whenever it calls the `looker`.
  InvariantChecker(const Invariants& invariants, machine::ConcreteMachine& machine, Use use,
                   const Stops* stops = nullptr, std::function<void()> looker = nullptr);

  /// The first invariant that does not hold in the machine's state.
  std::optional<Violation> inState();

  /// Whether all are known to hold where parts of a state have these contents, as a machine's have.
  template <typename Contents>
  bool areKnownToHold(const Contents& contents) {
    return allKnown_.find(0, [&](Dependency part) {
      return part.isThread ? contents.contentOfThread(part.index) : contents.contentOfGlobalPiece(part.index);
    }) != nullptr;
  }

  /// The same in the middle of a step, and what does not hold since the step began or this was asked.
  std::optional<Violation> inStep();

  /// Before a step: keeps what next-state invariants need of the state.
  void beforeStep();
  /// After it: the first that does not hold between the two; nothing without a step before.
  std::optional<Violation> afterStep();

 private:
  /// The values of an expression's parts before a step.
  struct Before {
    uint64_t serial = 0;  // another one for every evaluation
    std::vector<Computed> parts;
    std::vector<Shown> shown;
  };

  void rememberAll();
  bool holds(size_t index);
  bool evaluate(size_t index, bool remembers);
  bool holdsNext(size_t index);
  bool evaluateNext(size_t index, bool remembers);
  void keep(size_t index);
  void evaluateBefore(size_t index, bool remembers);
  Violation violation(Property property, const Expression& expression, const Computed& computed,
                      const std::vector<Shown>& shown) const;
  uint32_t contentOf(Dependency part) const {
    return part.isThread ? machine_.contentOfThread(part.index) : machine_.contentOfGlobalPiece(part.index);
  }

  const Invariants& invariants_;
  machine::ConcreteMachine& machine_;
  const Use use_;
  std::vector<Memo<bool>> known_;          // per invariant: it holds
  Memo<bool> allKnown_;                    // all of them hold
  std::vector<Memo<Before>> knownBefore_;  // per next-state invariant
  std::vector<Memo<bool>> knownNext_;
  std::vector<Before> before_;
  bool stepped_ = false;
  uint64_t serials_ = 0;
  // Of the last evaluation.
  Computed computed_;
  std::vector<Shown> shown_;
  std::vector<Dependency> dependencies_;
};

}  // namespace clew::property
