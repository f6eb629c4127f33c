// The states that wait to be expanded, by their numbers. Each order is a cost by which the cheapest is expanded first:
// the depth for breadth-first, nothing for depth-first, what the heuristic says for best-first, and both for A*. Among
// those that cost the same the last one found comes first, which makes a search go on where it is.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <vector>

#include "search/search.h"
#include "support/bytes.h"

namespace clew::search {

class OpenList {
 public:
  explicit OpenList(Order order) : order_(order) {}

  void push(uint32_t number, uint64_t depth, uint32_t value) {
    const uint64_t cost = costOf(depth, value);
    if (last_ == nullptr || lastCost_ != cost) {
      last_ = &lists_[cost];
      lastCost_ = cost;
    }
    last_->push_back(number);
    ++size_;
  }

  /// Takes away the one to expand next; there must be one.
  uint32_t pop() {
    const auto cheapest = lists_.begin();
    const uint32_t number = cheapest->second.back();
    cheapest->second.pop_back();
    --size_;
    if (cheapest->second.empty()) {
      if (last_ == &cheapest->second) last_ = nullptr;
      lists_.erase(cheapest);
    }
    return number;
  }

  bool empty() const { return size_ == 0; }
  uint64_t size() const { return size_; }
  uint64_t bytes() const { return size_ * sizeof(uint32_t); }

  /// What a path through any state that waits takes at least, if the heuristic is a lower bound; for A*.
  uint64_t leastLength() const { return lists_.empty() ? kNoLength : lists_.begin()->first >> kValueBits; }
  static constexpr uint64_t kNoLength = ~uint64_t{0};

  /// Calls `found(number)` for each.
  template <typename Found>
  void forEach(Found found) const {
    for (const auto& [cost, numbers] : lists_) {
      for (const uint32_t number : numbers) found(number);
    }
  }

  void save(std::vector<uint8_t>& into) const {
    support::appendTo<uint64_t>(into, lists_.size());
    for (const auto& [cost, numbers] : lists_) {
      support::appendTo(into, cost);
      support::appendTo<uint64_t>(into, numbers.size());
      const auto* const bytes = reinterpret_cast<const uint8_t*>(numbers.data());
      into.insert(into.end(), bytes, bytes + numbers.size() * sizeof(uint32_t));
    }
  }
  /// What was saved; false if it makes no sense or a number is not below `end`.
  bool restore(support::CheckedReader& in, uint64_t end) {
    for (auto lists = in.get<uint64_t>(); lists > 0 && in.isValid(); --lists) {
      const auto cost = in.get<uint64_t>();
      const auto count = in.get<uint64_t>();
      if (count == 0 || count > kMostInList) return false;  // a number may be there several times
      const auto bytes = in.take(count * sizeof(uint32_t));
      if (bytes.empty()) return false;
      std::vector<uint32_t>& numbers = lists_[cost];
      if (!numbers.empty()) return false;
      numbers.resize(count);
      std::memcpy(numbers.data(), bytes.data(), bytes.size());
      for (const uint32_t number : numbers) {
        if (number >= end) return false;
      }
      size_ += count;
    }
    return in.isValid();
  }

 private:
  static constexpr unsigned kValueBits = 32;
  static constexpr uint64_t kMostInList = uint64_t{1} << 40;  // in one that is believed

  uint64_t costOf(uint64_t depth, uint32_t value) const {
    switch (order_) {
      case Order::BreadthFirst: return depth;
      case Order::BestFirst: return value;
      // Of paths of the same expected length, those that are nearer to their end.
      case Order::AStar: return (depth + value) << kValueBits | value;
      default: return 0;
    }
  }

  const Order order_;
  std::map<uint64_t, std::vector<uint32_t>> lists_;  // by cost
  std::vector<uint32_t>* last_ = nullptr;            // the one pushed to last
  uint64_t lastCost_ = 0;
  uint64_t size_ = 0;
};

}  // namespace clew::search
