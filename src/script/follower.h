// Goes through a script in the order of the search, as far behind whoever reads it as need be, and finds out whether
// it is one search: one that goes from state to state and leaves nothing out. A part of a script is several searches,
// one after the other, each from a root.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "script/reading.h"
#include "support/large_stack.h"

namespace clew::script {

class Follower {
 public:
  explicit Follower(Reading& reading);

  enum class Event : uint8_t {
    Enter,   // into a new state, by the transition, unless it is the first or another root of a part
    Pass,    // the transition leads to a state that is known, or nowhere
    End,     // of the whole script
    Broken,  // the script cannot be followed any further
  };
  /// What the search did next.
  Event next();

  /// The state that was entered, or whose transition was gone through.
  StateId state() const { return path_.back().state; }
  /// The state it was entered from; kNowhere of a root.
  StateId parent() const { return path_.size() < 2 ? kNowhere : path_[path_.size() - 2].state; }
  /// How many states there are on the path to it, with itself.
  size_t depth() const { return path_.size(); }
  /// The last transition that was gone through, and how many these are.
  uint64_t transition() const { return transition_; }
  uint64_t steps() const { return steps_; }
  /// Why the script is broken.
  const std::string& error() const { return error_; }

 private:
  struct Open {
    StateId state;
    uint32_t chunk;
    uint64_t next;  // of its transitions
    uint64_t end;
  };
  Event enter(StateId state);
  Event end();
  Event breakOff(std::string error);
  /// Waits until the next thing that happens in a chunk has been read; false if it never will.
  bool isThere(uint32_t chunk) {
    Read& read = read_[chunk];
    if (read.used == read.known && !waitFor(chunk)) [[unlikely]]
      return false;
    ++read.used;
    return true;
  }
  bool waitFor(uint32_t chunk);

  Reading& reading_;
  Graph& graph_;
  StateId known_ = 0;  // states that were entered
  support::LargeStack<Open> path_;
  uint64_t transition_ = Graph::kNone;
  uint64_t steps_ = 0;
  struct Read {
    uint64_t used = 0;   // of what happened in a chunk
    uint64_t known = 0;  // to have happened
  };
  std::vector<Read> read_;  // of each chunk
  uint32_t chunk_ = 0;      // of the last state that was entered
  std::string error_;
};

}  // namespace clew::script
