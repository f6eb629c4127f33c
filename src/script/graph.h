// The states of a script in the order of their numbers, with their transitions. Everything has its place from the
// beginning, so that one thread can follow what another one is still reading.
#pragma once

#include <atomic>
#include <cstdint>

#include "script/script.h"
#include "support/cache_pages.h"

namespace clew::script {

class Graph {
 public:
  static constexpr uint64_t kNone = ~uint64_t{0};
  struct Edge {
    Label label;
    StateId to;
  };

  /// For exactly so many. Without memory for them it `isEmpty`.
  Graph(uint64_t states, uint64_t transitions)
      : states_(static_cast<StateId>(states)),
        transitions_(transitions),
        first_(states + 1),
        edges_(transitions + 1),
        via_(states + 1) {}
  static constexpr uint64_t bytesFor(uint64_t states, uint64_t transitions) {
    return (states + 1) * (sizeof(uint64_t) + sizeof(uint64_t)) + (transitions + 1) * sizeof(Edge);
  }
  bool isEmpty() const { return first_.data() == nullptr || edges_.data() == nullptr || via_.data() == nullptr; }

  StateId states() const { return states_; }
  uint64_t transitions() const { return transitions_; }
  /// The place of a state's first transition, and the one behind its last.
  uint64_t first(StateId state) const { return first_[state - 1]; }
  uint64_t end(StateId state) const { return first_[state]; }
  Label label(uint64_t transition) const { return edges_[transition].label; }
  /// Where it leads; kNowhere if nowhere.
  StateId to(uint64_t transition) const { return edges_[transition].to; }
  /// The same while somebody may still be writing it down; then it can be anything.
  StateId peekTo(uint64_t transition) const {
    return std::atomic_ref(edges_[transition].to).load(std::memory_order_relaxed);
  }
  /// The transition by which a state was discovered; kNone of the first, and where nobody knows yet.
  uint64_t via(StateId state) const { return std::atomic_ref(via_[state]).load(std::memory_order_relaxed) - 1; }

  void setEnd(StateId state, uint64_t transition) { first_[state] = transition; }
  /// The transitions from this one on.
  Edge* edgesFrom(uint64_t transition) { return &edges_[transition]; }
  void setTo(uint64_t transition, StateId to) {
    std::atomic_ref(edges_[transition].to).store(to, std::memory_order_relaxed);
  }
  void setVia(StateId state, uint64_t transition) {
    std::atomic_ref(via_[state]).store(transition + 1, std::memory_order_relaxed);
  }

 private:
  StateId states_;
  uint64_t transitions_;
  support::CachePages<uint64_t> first_;
  support::CachePages<Edge> edges_;
  support::CachePages<uint64_t> via_;  // 0: none
};

}  // namespace clew::script
