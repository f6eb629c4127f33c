// A run of a program is a path of choices. Where there is only one way to go on there is no choice,
// so a path holds exactly the decisions that somebody has to make to see the same run again.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace clew::machine {

class Path {
 public:
  void push(uint32_t alternative) { alternatives_.push_back(alternative); }
  /// Takes choices away at the end until so many are left.
  void shorten(size_t length) { alternatives_.resize(length); }
  size_t size() const { return alternatives_.size(); }
  uint32_t operator[](size_t index) const { return alternatives_[index]; }

  /// Compact text, `0x3.1.2`: alternatives separated by dots, `axn` for n times a.
  std::string text() const;
  /// The path that a text stands for, if it has no more choices than this.
  static support::Result<Path> parse(std::string_view text, size_t longest = kLongest);

  /// Paths are ordered by their first differing choice; a beginning of a path comes before it.
  auto operator<=>(const Path&) const = default;

 private:
  static constexpr size_t kLongest = 100'000'000;

  std::vector<uint32_t> alternatives_;
};

}  // namespace clew::machine
