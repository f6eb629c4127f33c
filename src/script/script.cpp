#include "script/script.h"

#include <fmt/format.h>

#include <algorithm>

namespace clew::script {

const char* nameOf(Kind kind) {
  switch (kind) {
    case Kind::Trustful: return "trustful";
    case Kind::Violation: return "violation";
    case Kind::Symbolic: return "symbolic";
    case Kind::Part: return "part";
    default: return "full";
  }
}

Label Alphabet::add(const Choice& choice, std::string place) {
  const Label first = labels();
  choiceOf_.insert(choiceOf_.end(), choice.alternatives, static_cast<uint32_t>(entries_.size()));
  entries_.push_back({choice, first, std::move(place)});
  threads_ = std::max(threads_, choice.thread + 1);
  return first;
}

std::string Alphabet::text(Label label) const {
  const Entry& entry = entryOf(label);
  if (entry.choice.alternatives == 1) return fmt::format("t{}:{}", entry.choice.thread, entry.place);
  return fmt::format("t{}:{}/{}", entry.choice.thread, entry.place, label - entry.first);
}

}  // namespace clew::script
