#include "explore/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace clew::explore {

namespace {

using nlohmann::ordered_json;

constexpr size_t kMostValues = 20'000;
constexpr unsigned kDeepest = 24;
constexpr uint32_t kMostParts = 256;

class Painter {
 public:
  explicit Painter(inspect::Session& session) : session_(session), view_(session.view()) {}

  Portrait paint() {
    portrait_.state = session_.stateNumber();
    portrait_.standing = session_.standing().text;
    for (const inspect::Variable& variable : view_.globals()) add(variable.name, variable, 0);
    const auto locks = heldLocks();
    for (const inspect::ThreadView& thread : view_.threads()) addThread(thread, locks);
    for (const inspect::Variable& variable : view_.heap()) add(variable.name, variable, 0);
    return std::move(portrait_);
  }

 private:
  /// What each thread holds at the end of the path, by the threads' names.
  std::map<std::string, std::set<std::string>> heldLocks() const {
    std::map<std::string, std::set<std::string>> held;
    const report::Trace& trace = session_.trace();
    if (!trace.moments) return held;
    for (const report::Moments::Holding& each : trace.moments->holdings) {
      auto& locks = held[trace.threads[each.thread].name];
      if (each.holds) {
        locks.insert(trace.moments->locks[each.lock]);
      } else {
        locks.erase(trace.moments->locks[each.lock]);
      }
    }
    return held;
  }

  void addThread(const inspect::ThreadView& thread, const std::map<std::string, std::set<std::string>>& locks) {
    std::string where = thread.state;
    if (!thread.frames.empty()) {
      const inspect::StackFrame& frame = thread.frames.front();
      where = fmt::format("{}:{}, {}", frame.function, frame.location.line, thread.state);
    }
    if (const auto held = locks.find(thread.name); held != locks.end()) {
      for (const std::string& lock : held->second) where += ", holds " + lock;
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

  program::Type::Kind kindOf(const inspect::Variable& variable) const {
    return session_.program().types[variable.typeIndex].kind;
  }

  /// A variable, or all its parts; and what it points to.
  void add(const std::string& name, const inspect::Variable& variable, unsigned depth) {
    using Kind = program::Type::Kind;
    if (portrait_.values.size() >= kMostValues || depth > kDeepest) {
      portrait_.isCut = true;
      return;
    }
    const Kind kind = kindOf(variable);
    if (kind == Kind::Structure && variable.parts > 0) return addParts(name + ".", variable, depth);
    if (kind == Kind::Array && variable.parts > 0) return addParts(name, variable, depth);
    portrait_.values[name] = variable.value;
    if (kind == Kind::Pointer && variable.parts > 0) addTarget(name, variable, depth);
  }

  /// What something points to is told once, by the name that comes first.
  void addTarget(const std::string& name, const inspect::Variable& pointer, unsigned depth) {
    for (const inspect::Variable& target : view_.parts(pointer, 0, 1)) {
      if (!pointedTo_.insert(target.address).second) continue;
      if (kindOf(target) == program::Type::Kind::Structure) {
        addParts(name + "->", target, depth);
      } else {
        add("*" + name, target, depth + 1);
      }
    }
  }

  void addParts(const std::string& prefix, const inspect::Variable& whole, unsigned depth) {
    if (whole.parts > kMostParts) portrait_.isCut = true;
    const auto parts = view_.parts(whole, 0, kMostParts);
    const bool hasFields =
        std::any_of(parts.begin(), parts.end(), [](const auto& part) { return part.name == "__data"; });
    for (const inspect::Variable& part : parts) {
      // glibc's locks are unions whose other members are the same bytes again.
      if (hasFields && (part.name == "__size" || part.name == "__align")) continue;
      add(prefix + part.name, part, depth + 1);
    }
  }

  inspect::Session& session_;
  inspect::View view_;
  Portrait portrait_;
  std::set<uint64_t> pointedTo_;
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
