#include "debug/adapter.h"

#include <fmt/format.h>

namespace clew::debug {

namespace {

/// What can be asked before there is a program.
bool isEarly(const std::string& command) {
  return command == "initialize" || command == "launch" || command == "attach" || command == "disconnect" ||
         command == "terminate";
}

/// The texts in a list.
std::vector<std::string> textsOf(const nlohmann::json& object, const char* name) {
  std::vector<std::string> texts;
  const auto found = object.find(name);
  if (found == object.end() || !found->is_array()) return texts;
  for (const auto& each : *found) {
    if (each.is_string()) texts.push_back(each.get<std::string>());
  }
  return texts;
}

/// An option with a value, which is no option itself whatever it is. Nothing can stand behind `=` but something.
void addOption(std::vector<std::string>& words, const std::string& name, const std::string& value) {
  words.push_back(value.empty() ? name : name + "=" + value);
  if (value.empty()) words.emplace_back();
}

}  // namespace

const std::unordered_map<std::string, Adapter::Handler>& Adapter::handlers() {
  static const std::unordered_map<std::string, Handler> all = {
      {"initialize", &Adapter::initialize},
      {"launch", &Adapter::launch},
      {"attach", &Adapter::launch},
      {"setBreakpoints", &Adapter::setBreakpoints},
      {"setFunctionBreakpoints", &Adapter::setFunctionBreakpoints},
      {"setExceptionBreakpoints", &Adapter::nothing},
      {"setDataBreakpoints", &Adapter::setDataBreakpoints},
      {"dataBreakpointInfo", &Adapter::dataBreakpointInfo},
      {"breakpointLocations", &Adapter::breakpointLocations},
      {"configurationDone", &Adapter::configurationDone},
      {"restart", &Adapter::configurationDone},
      {"threads", &Adapter::threads},
      {"stackTrace", &Adapter::stackTrace},
      {"scopes", &Adapter::scopes},
      {"variables", &Adapter::variables},
      {"evaluate", &Adapter::evaluate},
      {"continue", &Adapter::resume},
      {"reverseContinue", &Adapter::reverseContinue},
      {"next", &Adapter::next},
      {"stepIn", &Adapter::stepIn},
      {"stepOut", &Adapter::stepOut},
      {"stepBack", &Adapter::stepBack},
      {"pause", &Adapter::nothing},
      {"source", &Adapter::source},
      {"loadedSources", &Adapter::loadedSources},
      {"exceptionInfo", &Adapter::exceptionInfo},
      {"disconnect", &Adapter::end},
      {"terminate", &Adapter::end},
  };
  return all;
}

std::optional<support::Error> Adapter::serve() {
  while (!isOver_) {
    auto message = connection_.read();
    if (!message) return message.error();
    if (!*message) break;
    respond(**message);
  }
  return std::nullopt;
}

void Adapter::send(Json message) {
  message["seq"] = ++sequence_;
  isOver_ = !connection_.write(message) || isOver_;
}

void Adapter::sendEvent(const char* event, Json body) {
  send({{"type", "event"}, {"event", event}, {"body", std::move(body)}});
}

void Adapter::sendOutput(const char* category, const std::string& text) {
  if (!text.empty()) sendEvent("output", {{"category", category}, {"output", text}});
}

void Adapter::respond(const Json& request) {
  const std::string command = textOf(request, "command").value_or("");
  const auto known = handlers().find(command);
  Answer answer = support::Error{"a request is a JSON object with type, seq and command"};
  const bool isRequest = textOf(request, "type") == "request" && !command.empty();
  static const Json kNothing = Json::object();
  if (isRequest) {
    const bool hasArguments = request.contains("arguments") && request["arguments"].is_object();
    if (known == handlers().end()) {
      answer = support::Error{fmt::format("the request '{}' is not supported", command)};
    } else if (debugger_ == nullptr && !isEarly(command)) {
      answer = support::Error{"no program has been launched"};
    } else {
      answer = (this->*known->second)(hasArguments ? request["arguments"] : kNothing);
    }
  }
  Json response = {{"type", "response"},
                   {"request_seq", numberOf(request, "seq").value_or(0)},
                   {"command", command},
                   {"success", static_cast<bool>(answer)}};
  if (answer) {
    response["body"] = std::move(*answer);
  } else {
    response["message"] = answer.error().message;
    response["body"] = {{"error", {{"id", 1}, {"format", answer.error().message}, {"showUser", true}}}};
  }
  send(std::move(response));
  if (afterwards_) std::exchange(afterwards_, nullptr)();
}

Adapter::Answer Adapter::initialize(const Json& arguments) {
  linesFromOne_ = flagOf(arguments, "linesStartAt1", true);
  const Json filter = {
      {"filter", "violation"},
      {"label", "Violations"},
      {"description", "Stops where a property does not hold. A path ends there, so this is always on."},
      {"default", true}};
  return Json{{"supportsConfigurationDoneRequest", true},
              {"supportsFunctionBreakpoints", true},
              {"supportsConditionalBreakpoints", true},
              {"supportsHitConditionalBreakpoints", true},
              {"supportsLogPoints", true},
              {"supportsDataBreakpoints", true},
              {"supportsBreakpointLocationsRequest", true},
              {"supportsStepBack", true},
              {"supportsSteppingGranularity", true},
              {"supportsEvaluateForHovers", true},
              {"supportsExceptionInfoRequest", true},
              {"supportsLoadedSourcesRequest", true},
              {"supportsRestartRequest", true},
              {"supportsTerminateRequest", true},
              {"exceptionBreakpointFilters", Json::array({filter})}};
}

Adapter::Answer Adapter::launch(const Json& arguments) {
  if (debugger_ != nullptr) return support::Error{"a program has been launched already"};
  Launch launch;
  if (const auto program = textOf(arguments, "program")) launch.words.push_back(*program);
  for (const std::string& file : textsOf(arguments, "files")) launch.words.push_back(file);
  if (const auto report = textOf(arguments, "report")) launch.words.push_back(*report);
  if (const auto path = textOf(arguments, "path")) addOption(launch.words, "--path", *path);
  for (const std::string& argument : textsOf(arguments, "args")) addOption(launch.words, "--arg", argument);
  for (const std::string& option : textsOf(arguments, "options")) launch.words.push_back(option);
  launch.clangFlags = textsOf(arguments, "flags");
  stopsOnEntry_ = flagOf(arguments, "stopOnEntry", false);
  const auto opened = open_(launch);
  if (!opened) return opened.error();
  debugger_ = *opened;
  console_ = std::make_unique<Console>(*debugger_);
  afterwards_ = [this] {
    if (debugger_->recording().isCut()) sendOutput("important", "the path has more lines than are kept\n");
    sendEvent("initialized", Json::object());
  };
  return Json::object();
}

Adapter::Answer Adapter::nothing(const Json&) { return Json::object(); }

Adapter::Answer Adapter::end(const Json&) {
  afterwards_ = [this] {
    sendEvent("terminated", Json::object());
    isOver_ = true;
  };
  return Json::object();
}

// ---- moves ----

void Adapter::sendStop(const Stop& stop, const char* reason) {
  Json body = {{"reason", reason},
               {"threadId", debugger_->thread() + 1},
               {"allThreadsStopped", true},
               {"hitBreakpointIds", stop.breakpoints}};
  if (!stop.text.empty()) body["description"] = body["text"] = stop.text;
  sendEvent("stopped", std::move(body));
}

void Adapter::moved(const Stop& stop) {
  holders_.clear();
  frames_.clear();
  console_->follow();
  for (const Output& output : debugger_->takeOutput()) sendOutput(output.isError ? "stderr" : "stdout", output.text);
  for (const std::string& message : stop.messages) sendOutput("console", message + "\n");
  using Reason = Stop::Reason;
  if (stop.reason == Reason::End && debugger_->standing().kind == inspect::Standing::Kind::Exited) {
    sendEvent("exited", {{"exitCode", debugger_->trace().exitStatus}});
  }
  switch (stop.reason) {
    case Reason::Step: return sendStop(stop, stop.breakpoints.empty() ? "step" : "breakpoint");
    case Reason::Breakpoint: return sendStop(stop, "breakpoint");
    case Reason::Beginning: return sendStop(stop, "entry");
    case Reason::Violation: return sendStop(stop, "exception");
    case Reason::Choice: return sendStop(stop, "choice");
    case Reason::End: return sendStop(stop, "end");
  }
}

Adapter::Answer Adapter::configurationDone(const Json&) {
  afterwards_ = [this] {
    Stop stop = debugger_->goTo(0);
    const bool isHere = stopsOnEntry_ || debugger_->isAtEnd() || !stop.breakpoints.empty();
    if (stopsOnEntry_ && !debugger_->isAtEnd()) stop.reason = Stop::Reason::Beginning;
    moved(isHere ? stop : debugger_->run(debugger_->thread(), Direction::Forwards));
  };
  return Json::object();
}

uint32_t Adapter::threadIn(const Json& arguments) const {
  const auto id = numberOf(arguments, "threadId");
  return id && *id > 0 && *id < program::kNone ? static_cast<uint32_t>(*id - 1) : debugger_->thread();
}

Adapter::Answer Adapter::step(const Json& arguments, Motion motion, Direction direction) {
  const uint32_t thread = threadIn(arguments);
  if (textOf(arguments, "granularity") == "instruction") motion = Motion::Any;
  afterwards_ = [=, this] { moved(debugger_->step(thread, motion, direction)); };
  return Json::object();
}

Adapter::Answer Adapter::next(const Json& arguments) { return step(arguments, Motion::Over, Direction::Forwards); }
Adapter::Answer Adapter::stepIn(const Json& arguments) { return step(arguments, Motion::Into, Direction::Forwards); }
Adapter::Answer Adapter::stepOut(const Json& arguments) { return step(arguments, Motion::Out, Direction::Forwards); }
Adapter::Answer Adapter::stepBack(const Json& arguments) { return step(arguments, Motion::Over, Direction::Backwards); }

Adapter::Answer Adapter::resume(const Json& arguments) {
  const uint32_t thread = threadIn(arguments);
  afterwards_ = [=, this] { moved(debugger_->run(thread, Direction::Forwards)); };
  return Json{{"allThreadsContinued", true}};
}

Adapter::Answer Adapter::reverseContinue(const Json& arguments) {
  const uint32_t thread = threadIn(arguments);
  afterwards_ = [=, this] { moved(debugger_->run(thread, Direction::Backwards)); };
  return Json::object();
}

Adapter::Answer Adapter::exceptionInfo(const Json&) {
  const auto& violation = debugger_->trace().violation;
  if (!debugger_->isAtEnd() || !violation) return support::Error{"no property is violated here"};
  const std::string name(property::nameOf(violation->property));
  return Json{{"exceptionId", name},
              {"description", debugger_->standing().text},
              {"breakMode", "always"},
              {"details", {{"message", violation->message}, {"typeName", name}}}};
}

}  // namespace clew::debug
