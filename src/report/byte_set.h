// A set of addresses, as ranges that do not touch each other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>

namespace clew::report {

class ByteSet {
 public:
  void add(uint64_t begin, uint64_t bytes) {
    uint64_t end = begin + bytes;
    auto at = firstBehind(begin);
    while (at != ranges_.end() && at->first <= end) {
      begin = std::min(begin, at->first);
      end = std::max(end, at->second);
      at = ranges_.erase(at);
    }
    if (begin < end) ranges_.emplace(begin, end);
  }

  void remove(uint64_t begin, uint64_t bytes) {
    remove(begin, bytes, [](uint64_t, uint64_t) {});
  }
  /// Calls `visit(begin, bytes)` for what was there of it.
  template <typename Visit>
  void remove(uint64_t begin, uint64_t bytes, Visit visit) {
    const uint64_t end = begin + bytes;
    auto at = firstBehind(begin);
    while (at != ranges_.end() && at->first < end) {
      const auto [from, to] = *at;
      at = ranges_.erase(at);
      if (std::max(from, begin) < std::min(to, end)) {
        visit(std::max(from, begin), std::min(to, end) - std::max(from, begin));
      }
      if (from < begin) ranges_.emplace(from, begin);
      if (to > end) ranges_.emplace(end, to);
    }
  }

  bool meets(uint64_t begin, uint64_t bytes) const {
    auto at = ranges_.lower_bound(begin + bytes);
    return at != ranges_.begin() && std::prev(at)->second > begin;
  }

 private:
  /// The first range that ends at an address or behind it.
  std::map<uint64_t, uint64_t>::iterator firstBehind(uint64_t address) {
    auto at = ranges_.upper_bound(address);
    if (at != ranges_.begin() && std::prev(at)->second >= address) --at;
    return at;
  }

  std::map<uint64_t, uint64_t> ranges_;  // end by begin
};

}  // namespace clew::report
