// A path as the lines that its threads come to, one after the other, and the machine at any of them. The path is
// executed once and the state before each step is kept; to be somewhere means to go back to the step's beginning and
// to execute it again up to the line. So forwards and backwards are the same.
//
// A line is told of before anything on it is done (program/marks.h). Mostly a step ends there, since something follows
// that others can see; then the line is where the thread goes on. Where it goes on in the middle of a line, and others
// have acted in between, it comes to that line once more.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "inspect/view.h"
#include "machine/machine.h"
#include "machine/path.h"
#include "property/invariants.h"
#include "report/trace.h"

namespace clew::debug {

/// A thread is about to do what stands on a line, or the rest of it.
struct Line {
  uint32_t step = 0;    // 0: the beginning, before the first choice
  uint32_t number = 0;  // among what the step tells; kNone: at the beginning of the step
  uint32_t thread = 0;  // T0, T1, ...
  uint32_t pc = 0;
  uint32_t depth = 0;    // of calls
  bool isNew = true;     // false: the rest of it
  bool isEntry = false;  // the first one of a call
};

/// Something that the program printed.
struct Output {
  uint32_t position = 0;  // of the line that printed it
  bool isError = false;
  std::string text;
};

/// The state that somebody looks at.
struct Scene {
  const machine::ConcreteMachine& machine;
  inspect::View& view;
  inspect::Names& names;
};

class Recording {
 public:
  using Look = std::function<void(uint32_t position, const Scene& scene)>;

  /// Executes so many steps of a path, which must fit the program; the program tells its lines. It and what the options
  /// refer to must stay.
  Recording(const program::Program& program, const report::RecordOptions& options, const machine::Path& path,
            uint32_t steps);
  Recording(const Recording&) = delete;  // the machine refers to it
  Recording& operator=(const Recording&) = delete;
  ~Recording();

  const std::vector<Line>& lines() const { return lines_; }
  const std::vector<Output>& outputs() const { return outputs_; }
  /// The position behind all lines: where the path ends.
  uint32_t end() const { return static_cast<uint32_t>(lines_.size()); }
  /// The mutexes that are used on the path, by address.
  const std::vector<uint64_t>& mutexes() const { return mutexes_; }
  /// Whether there were more lines than are kept.
  bool isCut() const { return isCut_; }
  /// How many choices are made before what a position shows.
  size_t choicesBefore(uint32_t position) const;
  /// The first line of the step that makes a choice of the path.
  uint32_t positionOfChoice(size_t choice) const;

  /// Where a position of a recording that begins alike is in this one.
  uint32_t positionFrom(const Recording& other, uint32_t position) const;

  /// Shows the states at these positions, which are in ascending order.
  void visit(std::span<const uint32_t> positions, const Look& look);

 private:
  class Teller;
  using Machine = machine::ConcreteMachine;

  struct Step {
    machine::StateKey key;  // before it; none before the beginning
    inspect::Names names;   // likewise
    uint32_t alternative = 0;
    size_t choices = 0;  // of the path, made before
  };
  /// A machine, with what has to be there before it starts.
  struct Stage {
    Stage(const program::Program& program, const report::RecordOptions& options, const std::atomic<bool>& enough);
    machine::StateTables tables;
    Machine machine;
    std::optional<property::InvariantChecker> stops;  // only so that it stops where others do
  };
  /// What a thread came to last.
  struct LastLine {
    uint32_t position = program::kNone;
    bool hasActed = false;                    // since then
    std::vector<program::Location> ofFrames;  // by depth
  };

  void tell(uint32_t number, uint32_t pc, bool isEntry);
  void beginStep(uint32_t number);
  void add(const Line& line);
  void dropMoved();
  uint32_t stepOf(uint32_t position) const;
  void visitStep(uint32_t step, std::span<const uint32_t> positions, const Look& look);

  const program::Program& program_;
  const report::RecordOptions options_;
  std::atomic<bool> enough_{false};  // the rest of a step is of no interest
  Stage stage_;
  size_t choices_;  // of the path
  inspect::Names names_;
  std::vector<Step> steps_;  // by number; the last one is not taken if the path ends in a state
  bool endsInState_ = false;
  std::vector<Line> lines_;
  std::vector<Output> outputs_;
  std::vector<uint64_t> mutexes_;
  uint32_t told_ = 0;  // in the current step
  bool isCut_ = false;
  std::unordered_map<uint32_t, LastLine> lastOf_;  // by thread
  std::vector<uint32_t> moved_;                    // positions of lines that are where the thread goes on
};

}  // namespace clew::debug
