// What a thread can still do. The next operation of a thread may be taken alone, before anything others do, if nothing
// that they can do until then has to do with it. So one must know what a thread may touch from here to its end,
// whatever the others do meanwhile. That is found by walking through its code with the registers and the private
// memory it has now: values that others could change are unknown, a branch on something unknown is walked both ways,
// an address that is unknown means that it may touch anything.
//
// Each access remembers its guards: the mutexes the thread must have taken, the threads it must have joined, and the
// words of memory that must have changed before it gets there. As long as somebody else holds one of the first, and
// nobody writes the last, the access cannot happen.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "machine/machine.h"

namespace clew::machine {

struct Range {
  uint64_t address = 0;
  uint64_t bytes = 0;
  bool overlaps(const Range& other) const {
    return address < other.address + other.bytes && other.address < address + bytes;
  }
  bool operator==(const Range&) const = default;
  auto operator<=>(const Range&) const = default;
};

/// Everything there is; an access to it may be an access to any byte.
constexpr Range kAnything{0, ~uint64_t{0}};

/// The owner and the nesting of a mutex, which locking changes; its kind stays as it is.
constexpr uint64_t kLockBytes = 8;

struct Access {
  Range range;
  bool write = false;
  bool plain = true;    // false: taking or giving up a mutex
  bool atomic = false;  // two such accesses are no race
  uint32_t guards = 0;  // into Future::guardSets
  uint32_t pc = 0;      // where, for people
  bool idle = false;    // it changes nothing and leads nowhere, so that all it can do is race
  bool conflictsWith(const Access& other) const {
    const bool races = !atomic || !other.atomic;
    return (write || other.write) && range.overlaps(other.range) && (races || (!idle && !other.idle));
  }
};

/// What keeps a thread from an access.
struct Guards {
  std::vector<uint64_t> holds;  // sorted addresses of mutexes to be taken and of threads to be joined
  std::vector<Range> waits;     // sorted; with what lies there now a loop goes round, or a wait goes on
  bool empty() const { return holds.empty() && waits.empty(); }
  auto operator<=>(const Guards&) const = default;
};

/// Bytes of a piece of a global.
struct Content {
  uint32_t item, offset, bytes;
  bool operator==(const Content&) const = default;
};

struct Future {
  std::vector<Access> accesses;  // all that may come, the next step included
  std::vector<Access> next;      // of the next step only
  std::vector<Guards> guardSets{{}};
  std::vector<Range> known;  // memory others can reach whose present content was relied upon
  bool nextMayLoop = false;  // the next step may close a cycle of the thread's own code
  bool nextMayRest = false;  // the next step may end inside an atomic section, and only this thread can go on then
  bool detaches = false;     // it may let a thread go that others wait for

  // What it was computed from, besides the thread itself.
  std::vector<Content> globals;
  std::vector<uint32_t> arenas;   // numbers of threads whose objects it looked for
  std::vector<uint32_t> threads;  // numbers of threads of whose memory it knows the content
};

/// Walks ahead from the thread's present place. What lies in `unsettled` may change, so its content is not relied upon.
/// The machine must be materialised.
Future foreseeThread(const ConcreteMachine& machine, const ConcreteMachine::Thread& thread,
                     std::span<const Range> unsettled);

}  // namespace clew::machine
