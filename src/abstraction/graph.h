// What the abstraction has reached: a tree of states at heads, some of which are covered by others. Parts of it are
// taken away and made anew when more is to be known of them; the rest stays.
#pragma once

#include <deque>
#include <limits>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "abstraction/head.h"
#include "abstraction/predicates.h"
#include "machine/machine.h"
#include "symbolic/replay.h"
#include "symbolic/run.h"

namespace clew::abstraction {

/// What a head's variables satisfy when the program comes there on some path.
struct State {
  static constexpr size_t kNone = std::numeric_limits<size_t>::max();

  Head* head = nullptr;  // none: the start of the program
  machine::StateKey key;
  std::vector<Term> cube;     // predicates that are true, and negations of those that are false; sorted
  std::vector<Term> guesses;  // the same of guesses
  size_t parent = 0;
  Block block;  // that led here
  std::vector<symbolic::ScheduleStep> schedule;
  machine::StateKey arrival;  // as the program came here, before anything was forgotten

  std::vector<Placed> kept;   // variables that are numbers here
  std::set<uint32_t> asleep;  // automata that do nothing from here on

  size_t coveredBy = kNone;
  std::vector<size_t> covers;
  bool isGone = false;
  std::vector<size_t> children;

  /// What stands for a variable, given its symbol; kNoTerm if it was none.
  Term termOf(Term symbol) const;
};

class Graph {
 public:
  Graph() { clear(); }

  /// Leaves the start of the program alone, which is state 0.
  void clear();
  const State& operator[](size_t state) const { return states_[state]; }
  size_t size() const { return states_.size() - gone_; }

  /// Adds a state unless another one covers it; then it waits in case that goes.
  void add(State state);
  /// The next state from which nobody has gone on yet.
  std::optional<size_t> next();
  /// Takes a state and all behind it away, and returns it. What they covered is open again.
  State remove(size_t state);
  /// Takes away what is behind a state, from which one is to go on again.
  void reopen(size_t state);
  /// The states from the start to this one, without the start.
  std::vector<size_t> wayTo(size_t state) const;
  /// The numbers that a head's variable, given by its symbol, has in states.
  std::set<Term> numbersOf(const Head& head, Term symbol) const;

 private:
  void join(State& state) const;
  size_t coverOf(size_t state) const;
  void drop(const std::vector<size_t>& roots);
  std::vector<size_t>& peersOf(const State& state) { return byKey_[wordOf(state.key)]; }
  static uint64_t wordOf(machine::StateKey key) { return uint64_t{key.first} << 32 | key.second; }

  std::vector<State> states_;
  size_t gone_ = 0;
  std::deque<size_t> open_;
  std::unordered_map<uint64_t, std::vector<size_t>> byKey_;
};

}  // namespace clew::abstraction
