// The transitions of a chunk: while they are written in memory of their own, and while they are read in the graph,
// where they are to stay and where somebody may follow already.
#pragma once

#include <atomic>
#include <cstdint>

#include "script/graph.h"
#include "script/script.h"
#include "support/large_stack.h"

namespace clew::script {

class ChunkEdges {
 public:
  /// To be put there, where there is room for all.
  void stayAt(Graph::Edge* place) {
    edges_ = place;
    areOwn_ = false;
  }

  uint32_t size() const { return size_; }
  /// One more, which leads nowhere yet.
  void add(Label label) {
    if (areOwn_) {
      own_.push({label, kNowhere});
      edges_ = &own_[0];
    } else {
      edges_[size_].label = label;
      setTo(size_, kNowhere);
    }
    ++size_;
  }
  Label label(uint32_t edge) const { return edges_[edge].label; }
  StateId to(uint32_t edge) const { return edges_[edge].to; }
  /// Others may be looking (Graph::peekTo).
  void setTo(uint32_t edge, StateId to) { std::atomic_ref(edges_[edge].to).store(to, std::memory_order_relaxed); }
  /// Asks for the memory of those from this one on.
  void prefetch(uint32_t edge) const { __builtin_prefetch(&edges_[edge]); }

 private:
  Graph::Edge* edges_ = nullptr;
  uint32_t size_ = 0;
  bool areOwn_ = true;
  support::LargeStack<Graph::Edge> own_;
};

}  // namespace clew::script
