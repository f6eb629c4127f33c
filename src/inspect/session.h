// A program that somebody looks around in: a machine that goes to any path, and what can be done from there. What was
// executed once is not executed again as long as paths begin alike.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "inspect/view.h"
#include "machine/machine.h"
#include "machine/path.h"
#include "program/program.h"
#include "property/invariants.h"
#include "report/trace.h"
#include "support/result.h"

namespace clew::inspect {

/// How a path ends.
struct Standing {
  enum class Kind : uint8_t {
    Open,      // there is a choice
    Violated,  // a property does not hold here; the trace has which
    Exited,
    Pruned,  // an assumption does not hold
    Unknown  // something is not modelled, or it takes too long
  };
  Kind kind = Kind::Open;
  std::string text;  // in words: `deadlock: no thread can go on`; empty if there is a choice
};
Standing standingOf(const program::Program& program, const report::Trace& trace);

/// One way to go on.
struct Choice {
  uint32_t number = 0;  // what the path goes on with
  uint32_t thread = 0;
  std::string threadName;
  uint32_t step = 0;  // the first one it would take, as traces count them
  program::Location location;
  std::string source;
};

/// What a choice would do, up to the next one.
struct Outlook {
  std::vector<report::TraceLine> lines;  // threads are positions among `threads`
  std::vector<report::TraceThread> threads;
  Standing standing;
};

class Session {
 public:
  /// The program and what the options refer to must stay. The session is at the first choice.
  Session(const program::Program& program, const report::RecordOptions& options);
  Session(const Session&) = delete;  // the machine refers to it
  Session& operator=(const Session&) = delete;

  /// Goes to the end of a path. If it does not fit the program, the session stays where it is.
  support::Result<bool> go(const machine::Path& path);

  const machine::Path& path() const { return path_; }
  const Standing& standing() const { return standing_; }
  /// What has happened on the way.
  const report::Trace& trace() const { return trace_; }
  /// The ways to go on, or the first ones if there are more: an input may have four billions.
  std::vector<Choice> choices(size_t most = 10'000);
  uint32_t choiceCount();
  Outlook outlook(uint32_t choice) const;
  /// Equal states have equal numbers, counted from 1 as they were first seen; where a path has ended, another one each
  /// time unless the path was there before.
  uint32_t stateNumber() const { return stateNumber_; }

  const program::Program& program() const { return program_; }
  const report::RecordOptions& options() const { return options_; }
  View view() { return {machine_, names_}; }
  machine::ConcreteMachine& machine() { return machine_; }
  Names& names() { return names_; }

 private:
  /// Gives what comes to life its name.
  class Namer : public machine::Observer {
   public:
    Namer(const program::Program& program, Names& names) : program_(program), names_(names) {}
    void operation(uint32_t thread, uint32_t pc, uint64_t operand, uint64_t result) override;

   private:
    const program::Program& program_;
    Names& names_;
  };
  /// The machine at a choice of the path.
  struct Mark {
    machine::StateKey key;
    Names names;
    uint32_t steps;  // that lead there
  };

  void follow(const machine::Path& path, uint32_t steps);
  void nameHeap();
  uint32_t numberOf(const std::string& state);

  const program::Program& program_;
  const report::RecordOptions options_;
  machine::StateTables tables_;
  machine::ConcreteMachine machine_;
  Names names_;
  Namer namer_;
  std::optional<property::InvariantChecker> stops_;  // only so that the machine stops where the recorded one does
  machine::Path path_;
  report::Trace trace_;
  Standing standing_;
  std::vector<Mark> marks_;  // one for each choice that was made, and one for the state that is open
  bool hasStarted_ = false;
  bool hasEnded_ = false;  // the machine has taken a step that did not end in a state
  uint32_t stateNumber_ = 0;
  std::unordered_map<std::string, uint32_t> numbers_;
};

}  // namespace clew::inspect
