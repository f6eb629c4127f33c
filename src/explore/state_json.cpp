#include "explore/state_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace clew::explore {

namespace {

using nlohmann::ordered_json;

// What nobody would look at one by one. What is left out is said.
constexpr size_t kMostThreads = 200;
constexpr size_t kMostFrames = 40;
constexpr size_t kMostVariables = 400;
constexpr size_t kMostTold = 100'000;
constexpr uint32_t kMostParts = 200;

}  // namespace

ordered_json StateJson::json(const inspect::Variable& variable) {
  ordered_json json = {{"name", variable.name}, {"type", variable.type}, {"value", variable.value}};
  if (variable.parts > 0 && told_.size() < kMostTold) {
    json["parts"] = variable.parts;
    json["id"] = told_.size();
    told_.push_back(variable);
  }
  return json;
}

ordered_json StateJson::list(const std::vector<inspect::Variable>& variables) {
  ordered_json shown = ordered_json::array();
  for (size_t i = 0; i < std::min(variables.size(), kMostVariables); ++i) shown.push_back(json(variables[i]));
  return {{"variables", std::move(shown)}, {"count", variables.size()}};
}

ordered_json StateJson::frames(const inspect::ThreadView& thread) {
  ordered_json frames = ordered_json::array();
  for (size_t i = 0; i < std::min(thread.frames.size(), kMostFrames); ++i) {
    const inspect::StackFrame& frame = thread.frames[i];
    frames.push_back({{"function", frame.function},
                      {"place", sources_.place(frame.location)},
                      {"source", frame.source},
                      {"locals", list(session_.view().locals(thread.number, frame.index))}});
  }
  return frames;
}

ordered_json StateJson::threads() {
  std::set<uint32_t> canGoOn;
  if (session_.choiceCount() > 0) {
    for (const machine::ThreadChoice& choice : session_.machine().choices()) canGoOn.insert(choice.thread);
  }
  const auto threads = session_.view().threads();
  ordered_json shown = ordered_json::array();
  for (size_t i = 0; i < std::min(threads.size(), kMostThreads); ++i) {
    const inspect::ThreadView& thread = threads[i];
    shown.push_back({{"name", thread.name},
                     {"routine", thread.routine},
                     {"state", thread.state},
                     {"canGoOn", canGoOn.contains(thread.number)},
                     {"hasEnded", thread.hasEnded},
                     {"frameCount", thread.frames.size()},
                     {"frames", frames(thread)}});
  }
  return {{"threads", std::move(shown)}, {"count", threads.size()}};
}

ordered_json StateJson::state() {
  told_.clear();
  ordered_json all = threads();
  return {{"threads", std::move(all["threads"])},
          {"threadCount", std::move(all["count"])},
          {"globals", list(session_.view().globals())},
          {"heap", list(session_.view().heap())}};
}

std::optional<ordered_json> StateJson::parts(size_t variable, uint32_t first, uint32_t count) {
  if (variable >= told_.size()) return std::nullopt;
  const inspect::Variable whole = told_[variable];  // what is told moves the others
  ordered_json shown = ordered_json::array();
  for (const inspect::Variable& part : session_.view().parts(whole, first, std::min(count, kMostParts))) {
    shown.push_back(json(part));
  }
  return ordered_json{{"parts", std::move(shown)}, {"count", whole.parts}};
}

}  // namespace clew::explore
