// Fuzzes the reader of specifications. An input is one file or several: a line `@@@` ends one, and the files are called
// 0.spc, 1.spc and so on, so that they can include each other.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "spec/reader.h"

namespace {

using namespace clew;

std::vector<std::string> filesOf(std::string_view text) {
  constexpr std::string_view kEnd = "\n@@@\n";
  std::vector<std::string> files;
  for (size_t end = text.find(kEnd); end != std::string_view::npos; end = text.find(kEnd)) {
    files.emplace_back(text.substr(0, end));
    text.remove_prefix(end + kEnd.size());
  }
  files.emplace_back(text);
  return files;
}

/// Every name of a specification that was read must be resolved.
void look(const spec::Specification& specification) {
  for (const spec::Automaton& automaton : specification.automata) {
    if (automaton.initial >= automaton.states.size()) std::abort();
    for (const spec::Condition& condition : automaton.conditions) {
      const bool isAsked = condition.kind == spec::Condition::Kind::Check;
      if (isAsked && condition.query.asked.empty()) std::abort();
      static_cast<void>(spec::textOf(automaton, static_cast<uint32_t>(&condition - automaton.conditions.data())));
    }
    for (const spec::State& state : automaton.states) {
      for (const spec::Transition& transition : state.transitions) {
        if (transition.trigger >= automaton.conditions.size()) std::abort();
        const bool goes = transition.outcome.kind == spec::Outcome::Kind::Goto;
        if (goes && transition.outcome.state >= automaton.states.size()) std::abort();
        for (const spec::Encoded& encoded : transition.encoded) {
          if (encoded.variable.index >= automaton.variables.size()) std::abort();
        }
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::vector<std::string> files = filesOf({reinterpret_cast<const char*>(data), size});
  const auto made = spec::readSpecification({"0.spc"}, [&](const std::string& name) -> support::Result<std::string> {
    for (size_t i = 0; i < files.size(); ++i) {
      if (name == std::to_string(i) + ".spc") return files[i];
    }
    return support::Error{name + ": no such file"};
  });
  if (made) {
    look(*made);
  } else if (made.error().message.empty() || made.error().message.find('\n') != std::string::npos) {
    std::abort();  // one line
  }
  return 0;
}
