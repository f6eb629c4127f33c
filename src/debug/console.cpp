#include "debug/console.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "debug/locks.h"

namespace clew::debug {

namespace {

constexpr uint32_t kShownParts = 64;
constexpr uint32_t kLinesAround = 5;
/// Each is tried to see what it does.
constexpr size_t kShownChoices = 20;
constexpr uint64_t kMostRepeats = 100'000;

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::optional<uint64_t> parseNumber(std::string_view text) {
  uint64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

/// `T1` or `1`.
std::optional<uint64_t> parseThread(std::string_view text) {
  return parseNumber(text.starts_with('T') ? text.substr(1) : text);
}

std::string variableText(const inspect::Variable& variable) {
  return fmt::format("{} = {}\n", variable.name, variable.value);
}

std::string listText(const std::vector<inspect::Variable>& variables, const char* none) {
  std::string text;
  for (const inspect::Variable& each : variables) text += variableText(each);
  return text.empty() ? std::string(none) + "\n" : text;
}

std::string breakpointText(const program::Program& program, const Breakpoint& breakpoint) {
  std::string text = fmt::format("breakpoint {}: ", breakpoint.id);
  if (breakpoint.kind == Breakpoint::Kind::Data) {
    text += fmt::format("{} changes", breakpoint.name);
  } else {
    const std::string place = fmt::format("{}:{}", program.files[breakpoint.place.file].name, breakpoint.place.line);
    text += breakpoint.kind == Breakpoint::Kind::Line ? place : fmt::format("{}, {}", breakpoint.name, place);
  }
  return text + (breakpoint.condition.empty() ? "" : " if " + breakpoint.condition) + "\n";
}

}  // namespace

Console::Console(Debugger& debugger) : debugger_(debugger) { follow(); }

void Console::follow() {
  thread_ = debugger_.thread();
  frame_ = 0;
}

const std::vector<Console::Command>& Console::commands() {
  static const std::vector<Command> all = {
      {"step s", "step [N|any]", "to the thread's next line, also inside of a call; any: of whichever thread",
       &Console::step},
      {"next n", "next [N|any]", "to the thread's next line behind calls", &Console::next},
      {"finish", "finish", "to the line behind the call", &Console::finish},
      {"continue c", "continue", "to the next breakpoint, to the violation or to the end", &Console::goForwards},
      {"back reverse-next rn", "back [N|any]", "to the line before", &Console::back},
      {"reverse-step rs", "reverse-step [N|any]", "to the line before, also inside of a call", &Console::backInto},
      {"reverse-finish", "reverse-finish", "to where the function was called", &Console::backOut},
      {"reverse-continue rc", "reverse-continue", "back to a breakpoint, or to the beginning", &Console::goBackwards},
      {"goto", "goto N|start|end", "to a position", &Console::goTo},
      {"break b", "break FILE:LINE|LINE|FUNCTION [if EXPRESSION]", "stop there", &Console::setBreakpoint},
      {"watch", "watch EXPRESSION", "stop when it has changed", &Console::watch},
      {"delete d", "delete N", "remove a breakpoint", &Console::deleteBreakpoint},
      {"breakpoints", "breakpoints", "list them", &Console::listBreakpoints},
      {"print p", "print EXPRESSION", "the value of a C expression", &Console::print},
      {"locals", "locals", "the variables of the frame", &Console::locals},
      {"globals", "globals", "the program's variables", &Console::globals},
      {"heap", "heap", "what was allocated and not freed", &Console::heap},
      {"locks", "locks", "who holds which mutex, and who waits", &Console::locks},
      {"threads", "threads", "all threads, and what keeps them", &Console::threads},
      {"thread t", "thread N", "look at another thread", &Console::selectThread},
      {"where bt backtrace", "where", "the calls of the thread", &Console::where},
      {"frame f", "frame N", "look at another call; also up and down", &Console::frame},
      {"up", "up", "to the caller", &Console::up},
      {"down", "down", "to what it calls", &Console::down},
      {"list l", "list", "the source around", &Console::list},
      {"choices", "choices", "the ways to go on at the next choice, and what they would do", &Console::choices},
      {"choose", "choose N", "leave the path there and go on this way", &Console::choose},
      {"path", "path", "the choices that lead to the end of the path", &Console::path},
      {"help h", "help", "this text", &Console::help},
      {"quit q exit", "quit", "end", &Console::quit},
  };
  return all;
}

const Console::Command* Console::find(std::string_view name) {
  for (const Command& command : commands()) {
    std::string_view names = command.names;
    while (!names.empty()) {
      const std::string_view each = names.substr(0, names.find(' '));
      if (each == name) return &command;
      names.remove_prefix(std::min(names.size(), each.size() + 1));
    }
  }
  return nullptr;
}

bool Console::isCommand(std::string_view line) {
  const std::string_view text = trimmed(line);
  return find(text.substr(0, text.find_first_of(" \t"))) != nullptr;
}

Console::Answer Console::execute(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (text.empty()) return {};
  const std::string_view name = text.substr(0, text.find_first_of(" \t"));
  const Command* command = find(name);
  if (command == nullptr) return {fmt::format("no command is called '{}' (help lists them)\n", name), {}, false};
  return (this->*command->run)(std::string(trimmed(text.substr(name.size()))));
}

// ---- where it stands ----

std::string Console::describe(const Stop& stop) {
  std::string text;
  for (const std::string& message : stop.messages) text += message + "\n";
  for (const uint32_t id : stop.breakpoints) text += fmt::format("breakpoint {}\n", id);
  if (stop.reason == Stop::Reason::Beginning) text += "this is the beginning\n";
  if (stop.reason == Stop::Reason::Choice && stop.text.empty()) text += "here is a choice (choices, choose N)\n";
  const std::string_view kind = stop.reason == Stop::Reason::Violation ? "violated: " : "";
  if (!stop.text.empty()) text += fmt::format("{}{}\n", kind, stop.text);
  debugger_.look([&](const Scene& scene) {
    const auto view = viewOf(scene, thread_);
    if (!view || view->frames.empty()) {
      text += fmt::format("T{} {}\n", thread_, view ? view->state : "is not there");
      return;
    }
    text += fmt::format("[{}/{}] T{} {}\n{}", debugger_.position(), debugger_.recording().end(), thread_,
                        frameText(view->frames.front()), sourceAround(view->frames.front().location, 0));
  });
  return text;
}

std::optional<inspect::ThreadView> Console::viewOf(const Scene& scene, uint32_t thread) const {
  for (inspect::ThreadView& each : scene.view.threads()) {
    if (each.name == fmt::format("T{}", thread)) return std::move(each);
  }
  return std::nullopt;
}

std::string Console::frameText(const inspect::StackFrame& frame) const {
  return fmt::format("in {} at {}:{}", frame.function, debugger_.program().files[frame.location.file].name,
                     frame.location.line);
}

std::string Console::sourceAround(const program::Location& location, uint32_t lines) const {
  const auto& text = debugger_.program().files[location.file].lines;
  std::string shown;
  const uint32_t first = location.line > lines ? location.line - lines : 1;
  for (uint32_t line = first; line <= location.line + lines && line <= text.size(); ++line) {
    const bool isMarked = lines > 0 && line == location.line;
    shown += fmt::format("{}{:<5} {}\n", isMarked ? "> " : lines > 0 ? "  " : "", line, text[line - 1]);
  }
  return shown;
}

Console::Answer Console::stopped(const Stop& stop) {
  std::string text;
  for (const Output& output : debugger_.takeOutput()) text += output.text;
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  follow();
  return {text + describe(stop), stop, false};
}

// ---- moves ----

Console::Answer Console::move(const std::string& rest, Motion motion, Direction direction) {
  uint64_t times = 1;
  if (rest == "any") {
    motion = Motion::Any;
  } else if (!rest.empty()) {
    times = parseNumber(rest).value_or(0);
    if (times == 0 || times > kMostRepeats) return {fmt::format("not a number of steps: '{}'\n", rest), {}, false};
  }
  Stop stop;
  for (uint64_t i = 0; i < times; ++i) {
    stop = debugger_.step(thread_, motion, direction);
    if (stop.reason != Stop::Reason::Step) break;
  }
  return stopped(stop);
}

Console::Answer Console::run(Direction direction) { return stopped(debugger_.run(thread_, direction)); }

Console::Answer Console::goTo(const std::string& rest) {
  const auto position = rest == "start" ? 0 : rest == "end" ? debugger_.recording().end() : parseNumber(rest);
  if (!position) return {"goto needs a position: a number, start or end\n", {}, false};
  return stopped(debugger_.goTo(static_cast<uint32_t>(std::min<uint64_t>(*position, program::kNone))));
}

Console::Answer Console::choices(const std::string&) {
  const auto choices = debugger_.choices(kShownChoices);
  if (choices.empty()) return {"there is no choice from here on\n", {}, false};
  std::string text;
  for (const inspect::Choice& choice : choices) {
    const auto outlook = debugger_.outlook(choice.number);
    std::string effects;
    for (const report::TraceLine& line : outlook.lines) {
      for (const std::string& effect : line.effects) effects += (effects.empty() ? "" : ", ") + effect;
    }
    text += fmt::format("{}: {} at {}:{}: {}{}{}{}\n", choice.number, choice.threadName,
                        debugger_.program().files[choice.location.file].name, choice.location.line, choice.source,
                        effects.empty() ? "" : "  -- " + effects, outlook.standing.text.empty() ? "" : "; ",
                        outlook.standing.text);
  }
  const uint32_t count = debugger_.choiceCount();
  if (count > choices.size()) text += fmt::format("and so on to {}\n", count - 1);
  return {text, {}, false};
}

Console::Answer Console::choose(const std::string& rest) {
  const auto number = parseNumber(rest);
  if (!number || *number >= program::kNone) return {"choose needs the number of a choice (choices)\n", {}, false};
  if (debugger_.choiceCount() == 0) return {"there is no choice from here on\n", {}, false};
  const auto stop = debugger_.choose(static_cast<uint32_t>(*number));
  if (!stop) return {stop.error().message + "\n", {}, false};
  return stopped(*stop);
}

Console::Answer Console::path(const std::string&) { return {fmt::format("{}\n", debugger_.path().text()), {}, false}; }

// ---- breakpoints ----

Console::Answer Console::setBreakpoint(const std::string& rest) {
  Breakpoint breakpoint;
  const size_t condition = rest.find(" if ");
  const std::string place(trimmed(std::string_view(rest).substr(0, condition)));
  if (condition != std::string::npos) breakpoint.condition = trimmed(std::string_view(rest).substr(condition + 4));
  const size_t colon = place.rfind(':');
  const auto line = parseNumber(colon == std::string::npos ? place : place.substr(colon + 1));
  std::optional<program::Location> found;
  if (line && *line < program::kNone) {
    std::string file = place.substr(0, colon == std::string::npos ? 0 : colon);
    debugger_.look([&](const Scene& scene) {
      const auto view = viewOf(scene, thread_);
      if (!file.empty() || !view || view->frames.empty()) return;
      file = debugger_.program().files[view->frames.front().location.file].name;
    });
    found = debugger_.breakpoints().placeOf(file, static_cast<uint32_t>(*line));
  } else {
    breakpoint.kind = Breakpoint::Kind::Function;
    breakpoint.name = place;
    found = debugger_.breakpoints().placeOf(place);
  }
  if (!found) return {fmt::format("there is no code at '{}'\n", place), {}, false};
  breakpoint.place = *found;
  const auto added = debugger_.addBreakpoint(breakpoint);
  const std::string problem = added ? "" : fmt::format("the condition has no value: {}\n", added.error().message);
  return {breakpointText(debugger_.program(), debugger_.breakpoints().all().back()) + problem, {}, false};
}

Console::Answer Console::watch(const std::string& rest) {
  std::optional<Breakpoint> breakpoint;
  Answer answer = inFrame([&](const Scene& scene, const inspect::ThreadView& thread, const inspect::StackFrame& at) {
    const auto value = scene.view.evaluate(rest, thread.number, at.index);
    if (!value) return value.error().message + "\n";
    breakpoint = dataBreakpoint(scene, *value, rest);
    if (!breakpoint) return fmt::format("'{}' is no place in memory\n", rest);
    return std::string();
  });
  if (!breakpoint) return answer;
  (void)debugger_.addBreakpoint(*breakpoint);  // it has no condition that could be wrong
  return {breakpointText(debugger_.program(), debugger_.breakpoints().all().back()), {}, false};
}

Console::Answer Console::deleteBreakpoint(const std::string& rest) {
  const auto id = parseNumber(rest);
  const bool isDone = id && *id < program::kNone && debugger_.removeBreakpoint(static_cast<uint32_t>(*id));
  return {isDone ? "" : fmt::format("there is no breakpoint '{}'\n", rest), {}, false};
}

Console::Answer Console::listBreakpoints(const std::string&) {
  std::string text;
  for (const Breakpoint& each : debugger_.breakpoints().all()) text += breakpointText(debugger_.program(), each);
  return {text.empty() ? "there are none\n" : text, {}, false};
}

// ---- what is there ----

/// Lets somebody look at the selected frame.
template <typename Show>
Console::Answer Console::inFrame(Show show) {
  Answer answer;
  debugger_.look([&](const Scene& scene) {
    const auto view = viewOf(scene, thread_);
    if (!view || frame_ >= view->frames.size()) {
      answer.text = fmt::format("T{} has no such call\n", thread_);
      return;
    }
    answer.text = show(scene, *view, view->frames[frame_]);
  });
  return answer;
}

Console::Answer Console::print(const std::string& rest) {
  return inFrame([&](const Scene& scene, const inspect::ThreadView& thread, const inspect::StackFrame& at) {
    const auto value = scene.view.evaluate(rest, thread.number, at.index);
    if (!value) return value.error().message + "\n";
    std::string text = fmt::format("{} = {}\n", rest, value->value);
    if (value->parts == 0) return text;
    for (const inspect::Variable& part : scene.view.parts(*value, 0, kShownParts)) text += "  " + variableText(part);
    return text;
  });
}

Console::Answer Console::locals(const std::string&) {
  return inFrame([&](const Scene& scene, const inspect::ThreadView& thread, const inspect::StackFrame& at) {
    return listText(scene.view.locals(thread.number, at.index), "there are none");
  });
}

Console::Answer Console::globals(const std::string&) {
  Answer answer;
  debugger_.look([&](const Scene& scene) { answer.text = listText(scene.view.globals(), "there are none"); });
  return answer;
}

Console::Answer Console::heap(const std::string&) {
  Answer answer;
  debugger_.look([&](const Scene& scene) { answer.text = listText(scene.view.heap(), "nothing is allocated"); });
  return answer;
}

Console::Answer Console::locks(const std::string&) {
  Answer answer;
  debugger_.look([&](const Scene& scene) {
    for (const LockLine& line : locksOf(debugger_.recording(), scene)) {
      answer.text += fmt::format("{}: {}\n", line.name, line.state);
    }
  });
  if (answer.text.empty()) answer.text = "no mutex is used\n";
  return answer;
}

Console::Answer Console::threads(const std::string&) {
  Answer answer;
  debugger_.look([&](const Scene& scene) {
    for (const inspect::ThreadView& each : scene.view.threads()) {
      const bool isSelected = each.name == fmt::format("T{}", thread_);
      answer.text += fmt::format("{}{} {}: {}{}\n", isSelected ? "* " : "  ", each.name, each.routine, each.state,
                                 each.frames.empty() ? "" : ", " + frameText(each.frames.front()));
    }
  });
  return answer;
}

Console::Answer Console::selectThread(const std::string& rest) {
  const auto number = parseThread(rest);
  Answer answer{fmt::format("there is no thread '{}'\n", rest), {}, false};
  if (!number || *number >= program::kNone) return answer;
  debugger_.look([&](const Scene& scene) {
    const auto view = viewOf(scene, static_cast<uint32_t>(*number));
    if (!view) return;
    thread_ = static_cast<uint32_t>(*number);
    frame_ = 0;
    answer.text = fmt::format("{} {}: {}\n", view->name, view->routine, view->state);
    if (!view->frames.empty()) answer.text += sourceAround(view->frames.front().location, 0);
  });
  return answer;
}

Console::Answer Console::where(const std::string&) {
  return inFrame([&](const Scene&, const inspect::ThreadView& thread, const inspect::StackFrame&) {
    std::string text;
    for (uint32_t i = 0; i < thread.frames.size(); ++i) {
      text += fmt::format("{}#{} {}\n", i == frame_ ? "* " : "  ", i, frameText(thread.frames[i]));
    }
    return text;
  });
}

Console::Answer Console::selectFrame(int64_t frame) {
  const uint32_t before = frame_;
  frame_ = frame < 0 || frame >= program::kNone ? program::kNone : static_cast<uint32_t>(frame);
  bool isThere = false;
  Answer answer = inFrame([&](const Scene&, const inspect::ThreadView&, const inspect::StackFrame& at) {
    isThere = true;
    return fmt::format("#{} {}\n{}", frame_, frameText(at), sourceAround(at.location, 0));
  });
  if (!isThere) frame_ = before;
  return answer;
}

Console::Answer Console::frame(const std::string& rest) {
  const auto number = rest.empty() ? std::optional<uint64_t>(frame_) : parseNumber(rest);
  return selectFrame(number && *number < program::kNone ? static_cast<int64_t>(*number) : -1);
}

Console::Answer Console::list(const std::string&) {
  return inFrame([&](const Scene&, const inspect::ThreadView&, const inspect::StackFrame& at) {
    const std::string text = sourceAround(at.location, kLinesAround);
    return text.empty() ? std::string("the source is not there\n") : text;
  });
}

Console::Answer Console::help(const std::string&) {
  Answer answer;
  for (const Command& command : commands()) {
    answer.text += fmt::format("  {:<52} {}\n", command.usage, command.meaning);
  }
  answer.text += "An empty line repeats the last command.\n";
  return answer;
}

}  // namespace clew::debug
