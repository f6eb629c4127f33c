// The debugger's commands as people type them, modelled on gdb's; the answer is text. A terminal has them, and the
// console of an editor.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "debug/debugger.h"

namespace clew::debug {

class Console {
 public:
  explicit Console(Debugger& debugger);

  struct Answer {
    std::string text;          // with a newline at its end, or empty
    std::optional<Stop> stop;  // it stands elsewhere now
    bool quits = false;
  };
  /// Does what a line says.
  Answer execute(std::string_view line);
  /// Whether a line begins with a command.
  static bool isCommand(std::string_view line);

  /// Where the debugger stands now, and why.
  std::string describe(const Stop& stop);
  /// After it was moved by somebody else: the thread that acts is the one that is looked at.
  void follow();

 private:
  using Words = std::vector<std::string>;
  struct Command {
    std::string_view names;  // the first one is its name
    std::string_view usage;
    std::string_view meaning;
    Answer (Console::*run)(const std::string& rest);
  };
  static const std::vector<Command>& commands();
  static const Command* find(std::string_view name);

  Answer move(const std::string& rest, Motion motion, Direction direction);
  Answer run(Direction direction);
  Answer stopped(const Stop& stop);
  std::optional<inspect::ThreadView> viewOf(const Scene& scene, uint32_t thread) const;
  template <typename Show>
  Answer inFrame(Show show);
  std::string frameText(const inspect::StackFrame& frame) const;
  std::string sourceAround(const program::Location& location, uint32_t lines) const;
  Answer selectFrame(int64_t frame);

  Answer step(const std::string& rest) { return move(rest, Motion::Into, Direction::Forwards); }
  Answer next(const std::string& rest) { return move(rest, Motion::Over, Direction::Forwards); }
  Answer finish(const std::string& rest) { return move(rest, Motion::Out, Direction::Forwards); }
  Answer back(const std::string& rest) { return move(rest, Motion::Over, Direction::Backwards); }
  Answer backInto(const std::string& rest) { return move(rest, Motion::Into, Direction::Backwards); }
  Answer backOut(const std::string& rest) { return move(rest, Motion::Out, Direction::Backwards); }
  Answer goForwards(const std::string&) { return run(Direction::Forwards); }
  Answer goBackwards(const std::string&) { return run(Direction::Backwards); }
  Answer setBreakpoint(const std::string& rest);
  Answer watch(const std::string& rest);
  Answer deleteBreakpoint(const std::string& rest);
  Answer listBreakpoints(const std::string& rest);
  Answer print(const std::string& rest);
  Answer locals(const std::string& rest);
  Answer globals(const std::string& rest);
  Answer heap(const std::string& rest);
  Answer locks(const std::string& rest);
  Answer threads(const std::string& rest);
  Answer selectThread(const std::string& rest);
  Answer where(const std::string& rest);
  Answer frame(const std::string& rest);
  Answer up(const std::string&) { return selectFrame(int64_t{frame_} + 1); }
  Answer down(const std::string&) { return selectFrame(int64_t{frame_} - 1); }
  Answer list(const std::string& rest);
  Answer choices(const std::string& rest);
  Answer choose(const std::string& rest);
  Answer goTo(const std::string& rest);
  Answer path(const std::string& rest);
  Answer help(const std::string& rest);
  Answer quit(const std::string&) { return {"", std::nullopt, true}; }

  Debugger& debugger_;
  uint32_t thread_ = 0;  // that is looked at
  uint32_t frame_ = 0;   // of it, 0 is the innermost
};

}  // namespace clew::debug
