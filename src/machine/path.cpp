#include "machine/path.h"

#include <fmt/format.h>

#include <charconv>

namespace clew::machine {

namespace {

/// Reads a number and removes it from the text.
bool take(std::string_view& text, uint32_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return true;
}

}  // namespace

std::string Path::text() const {
  std::string text;
  for (size_t i = 0; i < alternatives_.size();) {
    size_t end = i + 1;
    while (end < alternatives_.size() && alternatives_[end] == alternatives_[i]) ++end;
    if (!text.empty()) text += '.';
    text += std::to_string(alternatives_[i]);
    if (end - i > 1) text += fmt::format("x{}", end - i);
    i = end;
  }
  return text;
}

support::Result<Path> Path::parse(std::string_view text, size_t longest) {
  const auto malformed = [&] {
    return support::Error{fmt::format("not a path: '{}' (expected numbers such as 0x3.1.2)", text)};
  };
  Path path;
  std::string_view rest = text;
  while (!rest.empty()) {
    uint32_t alternative = 0;
    uint32_t count = 1;
    if (!take(rest, alternative)) return malformed();
    if (rest.starts_with('x')) {
      rest.remove_prefix(1);
      if (!take(rest, count) || count == 0) return malformed();
    }
    if (count > longest - path.size()) return support::Error{"the path is too long"};
    path.alternatives_.insert(path.alternatives_.end(), count, alternative);
    if (rest.empty()) break;
    if (!rest.starts_with('.') || rest.size() == 1) return malformed();
    rest.remove_prefix(1);
  }
  return path;
}

}  // namespace clew::machine
