#include "explore/compare.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace clew::explore {

namespace {

using nlohmann::ordered_json;

constexpr size_t kMostValues = 20'000;
constexpr unsigned kDeepest = 6;
constexpr uint32_t kMostParts = 256;

class Painter {
 public:
  explicit Painter(inspect::Session& session) : session_(session), view_(session.view()) {}

  Portrait paint() {
    portrait_.state = session_.stateNumber();
    portrait_.standing = session_.standing().text;
    for (const inspect::Variable& variable : view_.globals()) add(variable.name, variable, 0);
    for (const inspect::Variable& variable : view_.heap()) add(variable.name, variable, 0);
    for (const inspect::ThreadView& thread : view_.threads()) addThread(thread);
    return std::move(portrait_);
  }

 private:
  void addThread(const inspect::ThreadView& thread) {
    std::string where = thread.state;
    if (!thread.frames.empty()) {
      const inspect::StackFrame& frame = thread.frames.front();
      where = fmt::format("{}:{}, {}", frame.function, frame.location.line, thread.state);
    }
    portrait_.threads[thread.name] = where;
    for (size_t i = 0; i < thread.frames.size(); ++i) {
      const inspect::StackFrame& frame = thread.frames[i];
      // Calls are counted from the outermost one on, so that the same call has the same name in both states.
      const size_t depth = thread.frames.size() - i;
      const std::string prefix = depth == 1 ? fmt::format("{} {}", thread.name, frame.function)
                                            : fmt::format("{} {} (call {})", thread.name, frame.function, depth);
      for (const inspect::Variable& local : view_.locals(thread.number, frame.index)) {
        add(prefix + ": " + local.name, local, 0);
      }
    }
  }

  /// A variable, or all its parts. What pointers point to has a name of its own.
  void add(const std::string& name, const inspect::Variable& variable, unsigned depth) {
    if (portrait_.values.size() >= kMostValues) {
      portrait_.isCut = true;
      return;
    }
    const auto kind = session_.program().types[variable.typeIndex].kind;
    const bool isWhole = kind == program::Type::Kind::Structure || kind == program::Type::Kind::Array;
    if (!isWhole || variable.parts == 0 || depth == kDeepest) {
      portrait_.values[name] = variable.value;
      return;
    }
    if (variable.parts > kMostParts) portrait_.isCut = true;
    const bool isArray = kind == program::Type::Kind::Array;
    for (const inspect::Variable& part : view_.parts(variable, 0, kMostParts)) {
      add(name + (isArray ? "" : ".") + part.name, part, depth + 1);
    }
  }

  inspect::Session& session_;
  inspect::View view_;
  Portrait portrait_;
};

ordered_json differing(const std::map<std::string, std::string>& first,
                       const std::map<std::string, std::string>& second) {
  ordered_json list = ordered_json::array();
  const auto valueIn = [](const std::map<std::string, std::string>& texts, const std::string& name) {
    const auto place = texts.find(name);
    return place == texts.end() ? ordered_json(nullptr) : ordered_json(place->second);
  };
  std::map<std::string, std::string> all = first;
  all.insert(second.begin(), second.end());
  for (const auto& [name, text] : all) {
    auto before = valueIn(first, name);
    auto after = valueIn(second, name);
    if (before != after) list.push_back({name, std::move(before), std::move(after)});
  }
  return list;
}

}  // namespace

Portrait portraitOf(inspect::Session& session) { return Painter(session).paint(); }

ordered_json differences(const Portrait& first, const Portrait& second) {
  return {{"same", first.state == second.state},
          {"states", {first.state, second.state}},
          {"standings", {first.standing, second.standing}},
          {"threads", differing(first.threads, second.threads)},
          {"values", differing(first.values, second.values)},
          {"cut", first.isCut || second.isCut}};
}

}  // namespace clew::explore
