// The requests of an adapter that show the state: threads, calls, variables, sources.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "debug/adapter.h"
#include "debug/locks.h"
#include "program/marks.h"

namespace clew::debug {

Adapter::Answer Adapter::threads(const Json&) {
  Json told = Json::array();
  debugger_->look([&](const Scene& scene) {
    for (const inspect::ThreadView& each : scene.view.threads()) {
      if (each.hasEnded) continue;
      told.push_back({{"id", std::stoul(each.name.substr(1)) + 1},
                      {"name", fmt::format("{} {} ({})", each.name, each.routine, each.state)}});
    }
  });
  return Json{{"threads", std::move(told)}};
}

/// A source, as the client can open it; by a reference if it cannot.
Adapter::Json Adapter::sourceOf(const program::Location& location) {
  const std::string& name = debugger_->program().files[location.file].name;
  std::error_code failed;
  const auto path = std::filesystem::absolute(name, failed);
  Json told = {{"name", std::filesystem::path(name).filename().string()}, {"path", failed ? name : path.string()}};
  if (!std::filesystem::exists(path, failed)) told["sourceReference"] = location.file + 1;
  return told;
}

Adapter::Answer Adapter::stackTrace(const Json& arguments) {
  const std::string name = fmt::format("T{}", threadIn(arguments));
  const uint64_t first = numberOf(arguments, "startFrame").value_or(0);
  const uint64_t levels = numberOf(arguments, "levels").value_or(0);
  std::optional<inspect::ThreadView> thread;
  debugger_->look([&](const Scene& scene) {
    for (inspect::ThreadView& each : scene.view.threads()) {
      if (each.name == name) thread = std::move(each);
    }
  });
  if (!thread) return support::Error{fmt::format("there is no thread {} now", name)};
  const uint64_t total = thread->frames.size();
  const uint64_t last = levels == 0 ? total : std::min(total, first + std::min<uint64_t>(levels, total));
  Json told = Json::array();
  for (uint64_t i = first; i < last; ++i) {
    const inspect::StackFrame& frame = thread->frames[i];
    frames_.push_back({thread->number, frame.index});
    Json each = {{"id", frames_.size()}, {"name", frame.function}, {"line", 0}, {"column", 0}};
    if (frame.location.line > 0) {
      each["line"] = frame.location.line - (linesFromOne_ ? 0 : 1);
      each["column"] = frame.location.column;
      each["source"] = sourceOf(frame.location);
    }
    told.push_back(std::move(each));
  }
  return Json{{"stackFrames", std::move(told)}, {"totalFrames", total}};
}

/// The frame that a request is about; otherwise the innermost one of the thread that acts.
std::optional<Adapter::FrameHolder> Adapter::frameIn(const Json& arguments) {
  if (const auto id = numberOf(arguments, "frameId")) {
    return *id > 0 && *id <= frames_.size() ? std::optional(frames_[*id - 1]) : std::nullopt;
  }
  const std::string name = fmt::format("T{}", debugger_->thread());
  std::optional<FrameHolder> found;
  debugger_->look([&](const Scene& scene) {
    for (const inspect::ThreadView& each : scene.view.threads()) {
      if (each.name == name && !each.frames.empty()) found = {each.number, each.frames.front().index};
    }
  });
  return found;
}

uint64_t Adapter::hold(Holder holder) {
  holders_.push_back(std::move(holder));
  return holders_.size();
}

Adapter::Answer Adapter::scopes(const Json& arguments) {
  const auto frame = frameIn(arguments);
  if (!frame) return support::Error{"there is no such call now"};
  using Kind = Holder::Kind;
  struct Scope {
    const char* name;
    Kind kind;
    bool isExpensive;
  };
  constexpr Scope kScopes[] = {{"Locals", Kind::Locals, false},
                               {"Globals", Kind::Globals, false},
                               {"Heap", Kind::Heap, true},
                               {"Locks", Kind::Locks, true},
                               {"Choices", Kind::Choices, true}};
  Json told = Json::array();
  for (const Scope& each : kScopes) {
    Json scope = {{"name", each.name},
                  {"variablesReference", hold({each.kind, frame->thread, frame->frame, {}})},
                  {"expensive", each.isExpensive}};
    if (each.kind == Kind::Locals) scope["presentationHint"] = "locals";
    told.push_back(std::move(scope));
  }
  return Json{{"scopes", std::move(told)}};
}

/// What stands behind a reference, if that is variables.
std::vector<inspect::Variable> Adapter::variablesOf(const Holder& holder, const Scene& scene, uint32_t first,
                                                    uint32_t count) const {
  if (holder.kind == Holder::Kind::Parts) return scene.view.parts(holder.variable, first, count);
  std::vector<inspect::Variable> all;
  if (holder.kind == Holder::Kind::Locals) all = scene.view.locals(holder.thread, holder.frame);
  if (holder.kind == Holder::Kind::Globals) all = scene.view.globals();
  if (holder.kind == Holder::Kind::Heap) all = scene.view.heap();
  all.erase(all.begin(), all.begin() + std::min<std::ptrdiff_t>(first, std::ssize(all)));
  if (all.size() > count) all.resize(count);
  return all;
}

Adapter::Json Adapter::shown(const inspect::Variable& variable) {
  const bool isArray = debugger_->program().types[variable.typeIndex].kind == program::Type::Kind::Array;
  Json told = {{"name", variable.name},
               {"value", variable.value},
               {"type", variable.type},
               {"variablesReference", variable.parts == 0 ? 0 : hold({Holder::Kind::Parts, 0, 0, variable})}};
  if (variable.parts > 0) told[isArray ? "indexedVariables" : "namedVariables"] = variable.parts;
  return told;
}

Adapter::Answer Adapter::variables(const Json& arguments) {
  const uint64_t reference = numberOf(arguments, "variablesReference").value_or(0);
  if (reference == 0 || reference > holders_.size()) return support::Error{"there is no such variable now"};
  const auto start = static_cast<uint32_t>(std::min<uint64_t>(numberOf(arguments, "start").value_or(0), 1u << 30));
  const uint64_t wanted = numberOf(arguments, "count").value_or(0);
  const auto count = static_cast<uint32_t>(wanted == 0 ? kMostVariables : std::min<uint64_t>(wanted, kMostVariables));
  const Holder holder = holders_[reference - 1];  // more of them come while they are shown
  Json told = Json::array();
  const auto tell = [&](const std::string& name, const std::string& value) {
    told.push_back({{"name", name}, {"value", value}, {"variablesReference", 0}});
  };
  if (holder.kind == Holder::Kind::Choices) {
    for (const inspect::Choice& each : debugger_->choices(kMostVariables)) {
      tell(std::to_string(each.number),
           fmt::format("{} at {}:{}: {}", each.threadName, debugger_->program().files[each.location.file].name,
                       each.location.line, each.source));
    }
    return Json{{"variables", std::move(told)}};
  }
  debugger_->look([&](const Scene& scene) {
    if (holder.kind == Holder::Kind::Locks) {
      for (const LockLine& line : locksOf(debugger_->recording(), scene)) tell(line.name, line.state);
      return;
    }
    for (const inspect::Variable& each : variablesOf(holder, scene, start, count)) told.push_back(shown(each));
  });
  return Json{{"variables", std::move(told)}};
}

Adapter::Answer Adapter::evaluate(const Json& arguments) {
  const std::string expression = textOf(arguments, "expression").value_or("");
  const auto frame = frameIn(arguments);
  std::optional<support::Result<inspect::Variable>> value;
  if (frame) {
    debugger_->look([&](const Scene& scene) { value = scene.view.evaluate(expression, frame->thread, frame->frame); });
  }
  if (value && *value) {
    const Json variable = shown(**value);
    Json told = {{"result", variable["value"]},
                 {"type", variable["type"]},
                 {"variablesReference", variable["variablesReference"]}};
    for (const char* name : {"indexedVariables", "namedVariables"}) {
      if (variable.contains(name)) told[name] = variable[name];
    }
    return told;
  }
  if (textOf(arguments, "context") == "repl" && Console::isCommand(expression)) {
    const Console::Answer answer = console_->execute(expression);
    if (answer.stop) afterwards_ = [this, stop = *answer.stop] { moved(stop); };
    if (answer.quits) return end(arguments);
    return Json{{"result", answer.text}, {"variablesReference", 0}};
  }
  return value ? Answer(value->error()) : Answer(support::Error{"there is no such call now"});
}

Adapter::Answer Adapter::source(const Json& arguments) {
  const Json asked = arguments.value("source", Json());
  const auto& files = debugger_->program().files;
  uint64_t reference = numberOf(arguments, "sourceReference").value_or(0);
  if (reference == 0) reference = numberOf(asked, "sourceReference").value_or(0);
  const std::string path = textOf(asked, "path").value_or("");
  const auto isAsked = [&](const program::SourceFile& file) {
    if (reference > 0) return static_cast<uint64_t>(&file - files.data()) == reference - 1;
    return !file.name.empty() && program::isSameFile(file.name, path);
  };
  const auto found = std::find_if(files.begin(), files.end(), isAsked);
  if (found == files.end() || found->lines.empty()) return support::Error{"the source is not there"};
  std::string content;
  for (const std::string& line : found->lines) content += line + "\n";
  return Json{{"content", std::move(content)}};
}

Adapter::Answer Adapter::loadedSources(const Json&) {
  Json told = Json::array();
  const auto& files = debugger_->program().files;
  for (uint32_t i = 0; i < files.size(); ++i) {
    const bool isTheirs = !files[i].name.empty() && !files[i].isSystem() && !files[i].lines.empty();
    if (isTheirs) told.push_back(sourceOf({i, 0, 0}));
  }
  return Json{{"sources", std::move(told)}};
}

}  // namespace clew::debug
