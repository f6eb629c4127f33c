#include "property/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace clew::property {

namespace {

using program::Program;
using program::Type;

/// Longer names get no suggestion: nobody types them by hand.
constexpr size_t kLongestSuggestion = 64;
/// Unnamed members nest this deep at most.
constexpr unsigned kDeepestField = 32;
constexpr size_t kMostShown = 4;

std::string qualified(const program::Global& global) {
  return global.scope.empty() ? global.name : global.scope + "::" + global.name;
}

/// Number of letters to change, add or drop.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

/// Keeps the candidate that looks most like a name.
class Nearest {
 public:
  explicit Nearest(std::string_view name) : name_(name), best_(1 + name.size() / 2) {}
  void offer(std::string_view candidate) {
    if (candidate.empty() || name_.size() > kLongestSuggestion || candidate.size() > kLongestSuggestion) return;
    const size_t last = candidate.rfind("::");
    // The right name in another scope is what was meant.
    const bool sameEnd = last != std::string_view::npos && candidate.substr(last + 2) == name_;
    const size_t far = sameEnd ? 0 : distance(name_, candidate);
    if (far >= best_) return;
    best_ = far;
    found_ = candidate;
  }
  std::string text() const { return found_.empty() ? "" : fmt::format("; did you mean '{}'?", found_); }

 private:
  std::string_view name_;
  size_t best_;
  std::string found_;
};

bool endsWithPath(std::string_view path, std::string_view end) {
  if (!path.ends_with(end)) return false;
  return path.size() == end.size() || path[path.size() - end.size() - 1] == '/';
}

support::Error ambiguous(const Program& program, std::string_view name, const std::vector<uint32_t>& globals) {
  std::string list;
  for (size_t i = 0; i < std::min(globals.size(), kMostShown); ++i) {
    const std::string& file = program.files[program.globals[globals[i]].file].name;
    list += fmt::format("{}{}:{}", i == 0 ? "" : " or ", file.substr(file.rfind('/') + 1), name);
  }
  return {fmt::format("'{}' exists {} times; write {}", name, globals.size(), list)};
}

support::Error unknownName(const Program& program, std::string_view name) {
  Nearest nearest(name);
  for (const program::Global& global : program.globals) {
    if (global.name == name && global.type == 0) {
      return {fmt::format("the program has no debug information about '{}' (compile with -g)", name)};
    }
    if (global.type != 0) nearest.offer(qualified(global));
  }
  for (const Type& type : program.types) {
    for (const Type::Enumerator& each : type.constants) nearest.offer(each.name);
  }
  const std::string hint = nearest.text();
  return {fmt::format("no global is called '{}'{}", name,
                      hint.empty() ? " (static ones that nothing uses are not compiled)" : hint)};
}

/// A field by its name, through members that have none. Nothing if there is none.
std::optional<Field> fieldIn(const Program& program, uint32_t type, std::string_view name, unsigned depth) {
  const Type& structure = program.types[type];
  for (const Type::Member& member : structure.members) {
    if (member.name == name) return Field{member.offset, 0, 0, member.type};
  }
  for (const Type::BitField& field : structure.bitFields) {
    if (field.name != name || field.width == 0 || field.width > 64) continue;
    return Field{field.offset / 8, static_cast<uint8_t>(field.offset % 8), static_cast<uint8_t>(field.width),
                 field.type};
  }
  if (depth == kDeepestField) return std::nullopt;
  for (const Type::Member& member : structure.members) {
    if (!member.name.empty()) continue;
    if (auto inner = fieldIn(program, member.type, name, depth + 1)) {
      inner->offset += member.offset;
      return inner;
    }
  }
  return std::nullopt;
}

void offerFields(const Program& program, uint32_t type, Nearest& nearest, unsigned depth) {
  for (const Type::Member& member : program.types[type].members) {
    nearest.offer(member.name);
    if (member.name.empty() && depth < kDeepestField) offerFields(program, member.type, nearest, depth + 1);
  }
  for (const Type::BitField& field : program.types[type].bitFields) nearest.offer(field.name);
}

}  // namespace

support::Result<Named> findName(const Program& program, std::string_view file, std::string_view name) {
  if (name.starts_with("::")) name.remove_prefix(2);
  std::vector<uint32_t> globals;
  for (uint32_t i = 0; i < program.globals.size(); ++i) {
    const program::Global& global = program.globals[i];
    if (global.type == 0 || qualified(global) != name) continue;
    if (file.empty() || endsWithPath(program.files[global.file].name, file)) globals.push_back(i);
  }
  if (globals.size() > 1) return ambiguous(program, name, globals);
  if (globals.size() == 1) {
    const program::Global& global = program.globals[globals.front()];
    if (global.threadLocal) return support::Error{fmt::format("'{}' is thread-local: every thread has its own", name)};
    if (global.external) return support::Error{fmt::format("'{}' is declared, but nothing defines it", name)};
    return Named{globals.front(), 0};
  }
  std::set<int64_t> values;
  for (const Type& type : program.types) {
    for (const Type::Enumerator& each : type.constants) {
      if (each.name == name || type.name + "::" + each.name == name) values.insert(each.value);
    }
  }
  if (values.size() > 1) return support::Error{fmt::format("'{}' is a constant of two enumerations", name)};
  if (values.size() == 1) return Named{program::kNone, *values.begin()};
  if (!file.empty()) return support::Error{fmt::format("{} defines no global that is called '{}'", file, name)};
  return unknownName(program, name);
}

size_t filePrefix(const Program& program, std::string_view text) {
  const auto startsName = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  size_t longest = 0;
  for (const program::SourceFile& file : program.files) {
    const std::string_view path = file.name;
    for (size_t begin = 0; begin < path.size(); ++begin) {
      if (begin > 0 && path[begin - 1] != '/') continue;
      const std::string_view end = path.substr(begin);
      const bool fits = text.size() > end.size() + 1 && text.starts_with(end) && text[end.size()] == ':' &&
                        startsName(text[end.size() + 1]);
      if (fits) longest = std::max(longest, end.size());
    }
  }
  return longest;
}

support::Result<Field> findField(const Program& program, uint32_t type, std::string_view name) {
  if (const auto field = fieldIn(program, type, name, 0)) return *field;
  Nearest nearest(name);
  offerFields(program, type, nearest, 0);
  const std::string& known = program.types[type].name;
  return support::Error{
      fmt::format("{} has no field '{}'{}", known.empty() ? "the structure" : "'" + known + "'", name, nearest.text())};
}

}  // namespace clew::property
