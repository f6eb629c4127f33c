// The walk ahead through a thread's code that finds its future (future.h): where it stands, how it goes on, and what
// each instruction touches.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "machine/walk_memory.h"
#include "machine/walk_places.h"

namespace clew::machine {

class Walk : WalkMemory {
 public:
  using WalkMemory::WalkMemory;

  Future run();

 private:
  // ---- where the thread stands ----

  void begin();
  /// Inside pthread_cond_wait: a signal or the time, then the mutex.
  void beginWaiting(Position& start);
  static bool isTooMuch(const Position& position);
  /// The walk is too long: from where it stands, and from all the other places, anything can happen.
  void giveUp();

  // ---- the walk ----

  /// Goes to another place of the same function; false if the walk was there before.
  bool jump(Position& position, uint32_t target, bool counted);
  /// Goes there as well.
  void fork(const Position& position, uint32_t target);
  /// Follows one instruction; false where this way ends.
  bool follow(Position& position);
  static bool isVisibleOp(Op op);
  bool address(const program::Instruction& i, Value* r);
  bool followSwitch(Position& position, const program::Instruction& i, const Value* r);

  // ---- calls ----

  void push(Position& position, uint32_t function);
  void leaveSection(Position& position) const;
  bool call(Position& position, const program::Instruction& i, uint32_t callee);
  /// Printing is long to walk through and does little: it reads its texts. False if this is something else.
  bool printsOnly(Position& position, const program::Instruction& i, const program::Call& record,
                  std::string_view name);
  /// Whether a format has a conversion by this letter, or could be taken to have one.
  static bool hasConversion(std::string_view format, char letter);
  void passVariadic(Position& position, const program::Call& record, const program::Function& callee,
                    const std::vector<Value>& values);
  bool callIndirect(Position& position, const program::Instruction& i, const Value* r);
  /// What lives in a frame that the thread has now dies with it.
  void endFrames(Position& position, size_t first);
  static void buryAbove(Position& position);
  bool returnFrom(Position& position, const program::Instruction& i, const Value* r);
  bool unwind(Position& position, Value exception);
  bool leaveThread(Position& position, Value result);
  bool exitThread(Position& position);
  uint64_t handleOf(uint32_t number) const;

  // ---- waits (walk_waits.cpp) ----

  /// If the read that comes next finds what lies there now, and that leads straight back to it, then everything behind
  /// it needs somebody to write there first.
  void waitForChange(Position& position, const program::Instruction& i);
  /// The same for a wait of the runtime.
  void waitForWord(Position& position, const program::Instruction& i);
  bool receive(Position& position, const program::Instruction& i, std::optional<Value> found);
  bool comesBack(const Position& start, const program::Instruction& i, std::optional<Value> found);
  bool followQuietly(Position& position, bool isExact, std::vector<Position>& others);
  bool leavesQuietly(const Position& position) const;
  bool isSame(const Position& one, const Position& other, bool isExact) const;

  // ---- memory ----

  Value pointerOf(const program::Instruction& i, const Value* r) const;
  bool memory(Position& position, const program::Instruction& i, Value* r);
  /// The end of variable-length arrays: those that exist now and are shared die at an unknown time.
  void pauseForStack(Position& position);
  Value threadLocal(Position& position, const program::Instruction& i);
  void startVariadic(Position& position, Value list);
  Value allocate(Position& position, const program::Instruction&);
  void release(Position& position, Value pointer);

  // ---- threads and synchronisation ----

  bool synchronise(Position& position, const program::Instruction& i, Value* r);
  /// A normal mutex gives no errors; what another kind returns depends on who holds it.
  Value lockResult(Position& position, Value mutex);
  void wait(Position& position, const program::Instruction& i, Value* r);
  void joinThread(Position& position, const program::Instruction& i, Value* r);
  /// The new thread's future is part of its creator's.
  void createThread(Position& position, const program::Instruction& i);

  // ---- the environment ----

  void environment(Position& position, const program::Instruction& i, Value* r);

  std::vector<Position> positions_;
  Places places_{program_};
};

}  // namespace clew::machine
