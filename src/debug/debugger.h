// What a debugger does with a path, whoever asks for it: a terminal or an editor. It stands at a position, goes on or
// back by lines of a thread, by breakpoints or by choices, and shows the state where it stands. Where the path ends at
// a choice it goes on by making one.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "debug/breakpoints.h"
#include "debug/recording.h"
#include "inspect/session.h"
#include "support/deadline.h"

namespace clew::debug {

enum class Direction : uint8_t {
  Forwards,
  Backwards
};

/// How far a step goes.
enum class Motion : uint8_t {
  Over,  // to the thread's next line that is not inside of a call
  Into,  // to the thread's next line
  Out,   // to the thread's next line behind the call
  Any    // to the next line of whichever thread
};

/// Why it stands where it stands.
struct Stop {
  enum class Reason : uint8_t {
    Step,
    Breakpoint,
    Beginning,
    Choice,     // the path ends where somebody has to choose
    Violation,  // or because a property does not hold
    End         // or otherwise
  };
  Reason reason = Reason::Step;
  std::string text;                   // in words, if there is something to say
  std::vector<uint32_t> breakpoints;  // numbers
  std::vector<std::string> messages;  // of breakpoints that only print, and what was chosen on the way
};

class Debugger {
 public:
  /// The program tells its lines and keeps its locals. It and what the options refer to must stay.
  Debugger(const program::Program& program, report::RecordOptions options);

  /// Takes up a path and stands at its beginning; to be called first.
  support::Result<bool> open(const machine::Path& path);

  const program::Program& program() const { return program_; }
  const machine::Path& path() const { return session_.path(); }
  const inspect::Standing& standing() const { return session_.standing(); }
  const report::Trace& trace() const { return session_.trace(); }
  const Recording& recording() const { return *recording_; }
  uint32_t position() const { return position_; }
  bool isAtEnd() const { return position_ == recording_->end(); }
  /// The thread that acts here.
  uint32_t thread() const;
  /// Whether there is a line before or behind the one where it stands.
  std::optional<uint32_t> neighbour(Direction direction) const;

  Stop step(uint32_t thread, Motion motion, Direction direction);
  /// To the next breakpoint; the thread is who goes on where the path ends at a choice.
  Stop run(uint32_t thread, Direction direction);
  Stop goTo(uint32_t position);

  /// The ways to go on at the next choice from here, or the first ones; none if the path ends without one.
  std::vector<inspect::Choice> choices(size_t most);
  /// How many there are.
  uint32_t choiceCount();
  /// What one of them would do.
  inspect::Outlook outlook(uint32_t choice);
  /// Leaves the path at that choice and goes on with this one.
  support::Result<Stop> choose(uint32_t choice);

  /// Shows the state here.
  void look(const std::function<void(const Scene&)>& look);

  const Breakpoints& breakpoints() const { return breakpoints_; }
  /// The error says why it never stops: a condition that has no value.
  support::Result<uint32_t> addBreakpoint(Breakpoint breakpoint);
  bool removeBreakpoint(uint32_t id);

  /// What the program has printed up to here and nobody has asked for yet.
  std::vector<Output> takeOutput();

 private:
  /// The session at a choice that may lie before the end of the path.
  class Elsewhere;

  static report::RecordOptions stoppedBy(const support::Deadline& deadline, report::RecordOptions options);
  support::Result<bool> follow(const machine::Path& path, double seconds);
  void record();
  std::optional<support::Error> refresh(const Breakpoint& breakpoint);
  std::optional<uint32_t> lineFrom(uint32_t thread, Motion motion, Direction direction) const;
  std::optional<uint32_t> breakpointFrom(Direction direction) const;
  bool goOn(uint32_t thread, std::string& problem, std::vector<std::string>& notes);
  Stop arrive(uint32_t position, Stop::Reason reason);
  Stop arriveBy(uint32_t thread, Direction direction, const std::function<std::optional<uint32_t>()>& target,
                std::string& problem, std::vector<std::string>& notes);
  Stop advance(uint32_t thread, Direction direction, const std::function<std::optional<uint32_t>()>& target);

  const program::Program& program_;
  support::Deadline deadline_;
  inspect::Session session_;
  std::unique_ptr<Recording> recording_;
  Breakpoints breakpoints_;
  std::map<uint32_t, std::vector<uint32_t>> positionsOf_;  // of breakpoints
  uint32_t position_ = 0;
  size_t outputTaken_ = 0;
};

}  // namespace clew::debug
