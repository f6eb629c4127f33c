// The stack of a depth-first search: the states on the current path, and for each which alternative comes next.
// A path can be as long as half of the states are many, so an entry is small: the key and one byte. The byte is
// the next alternative, or says that all were taken, or that the number is large and stands elsewhere.
//
// The lower part can be cut off and become a trail, which several workers may refer to: it is the way to what
// is left above, and at the same time a piece of work, since its states have alternatives left.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "machine/machine.h"
#include "support/stable_array.h"

namespace clew::search {

/// The beginning of a path, in parts.
struct Trail {
  explicit Trail(std::atomic<uint64_t>& bytesOfAll) : bytesOfAll(bytesOfAll) {}
  Trail(const Trail&) = delete;  // others refer to it
  Trail& operator=(const Trail&) = delete;

  std::atomic<uint64_t>& bytesOfAll;
  std::shared_ptr<const Trail> before;
  uint64_t length = 0;  // with what is before
  std::vector<machine::StateKey> keys;
  std::vector<uint8_t> marks;
  std::vector<uint32_t> large;

  uint64_t bytes() const { return keys.size() * sizeof(machine::StateKey) + marks.size(); }

  ~Trail() {
    bytesOfAll -= bytes();
    // One after the other: a chain of many parts would need as many nested calls.
    std::shared_ptr<const Trail> next = std::move(before);
    while (next != nullptr && next.use_count() == 1) {
      std::atomic_thread_fence(std::memory_order_acquire);  // others are done with what they looked at
      next = std::exchange(const_cast<Trail&>(*next).before, nullptr);
    }
  }
};

class Stack {
 public:
  Stack() : keys_(kMost), marks_(kMost) {}

  bool empty() const { return size_ == 0; }
  /// Number of states on the path, without those of the trail before.
  uint64_t size() const { return size_; }
  /// With those.
  uint64_t depth() const { return size_ + (before_ == nullptr ? 0 : before_->length); }
  /// States with alternatives left.
  uint64_t open() const { return open_; }
  uint64_t bytes() const { return keys_.bytes() + marks_.bytes(); }

  /// Puts a state on top, with all its alternatives left; false if there is no room.
  bool push(machine::StateKey key) {
    if (!keys_.ensure(size_ + 1) || !marks_.ensure(size_ + 1)) return false;
    keys_[size_] = key;
    marks_[size_++] = 0;
    ++open_;
    return true;
  }

  machine::StateKey top() const { return keys_[size_ - 1]; }
  /// Whether all alternatives of the top were taken.
  bool isDone() const { return marks_[size_ - 1] == kDone; }
  /// The next alternative of the top.
  uint32_t next() const { return marks_[size_ - 1] == kLarge ? large_.back() : marks_[size_ - 1]; }

  /// The top's alternatives up to this one are taken; `isLast` if it has no other.
  void take(uint32_t alternative, bool isLast) {
    uint8_t& mark = marks_[size_ - 1];
    if (isLast) {
      if (mark == kLarge) large_.pop_back();
      mark = kDone;
      --open_;
    } else if (mark == kLarge) {
      large_.back() = alternative + 1;
    } else if (alternative + 1 < kLarge) {
      mark = static_cast<uint8_t>(alternative + 1);
    } else {
      mark = kLarge;
      large_.push_back(alternative + 1);
    }
  }

  /// Takes away a top that is done.
  void pop() {
    assert(isDone());
    --size_;
  }

  /// Cuts off the lower part with about half of the states that have alternatives left; at least two must be.
  /// `bytesOfAll` keeps the account of all trails.
  std::shared_ptr<const Trail> cut(std::atomic<uint64_t>& bytesOfAll) {
    assert(open_ >= 2);
    const uint64_t given = open_ / 2;
    uint64_t count = 0;
    for (uint64_t seen = 0; seen < given; ++count) seen += marks_[count] == kDone ? 0 : 1;
    auto lower = std::make_shared<Trail>(bytesOfAll);
    lower->before = before_;
    lower->length = count + (before_ == nullptr ? 0 : before_->length);
    lower->keys.assign(keys_.data(), keys_.data() + count);
    lower->marks.assign(marks_.data(), marks_.data() + count);
    const auto large = std::count(lower->marks.begin(), lower->marks.end(), kLarge);
    lower->large.assign(large_.begin(), large_.begin() + large);
    large_.erase(large_.begin(), large_.begin() + large);
    size_ -= count;
    open_ -= given;
    std::memmove(keys_.data(), keys_.data() + count, size_ * sizeof(machine::StateKey));
    std::memmove(marks_.data(), marks_.data() + count, size_);
    bytesOfAll += lower->bytes();
    before_ = lower;
    return lower;
  }

  /// Goes on where a trail ends: its last part becomes the whole, otherwise empty, stack. False if there is no room.
  bool resume(const Trail& trail) {
    assert(empty());
    const size_t count = trail.keys.size();
    if (!keys_.ensure(count) || !marks_.ensure(count)) return false;
    std::copy(trail.keys.begin(), trail.keys.end(), keys_.data());
    std::copy(trail.marks.begin(), trail.marks.end(), marks_.data());
    large_ = trail.large;
    size_ = count;
    open_ = count - static_cast<uint64_t>(std::count(trail.marks.begin(), trail.marks.end(), kDone));
    before_ = trail.before;
    return true;
  }

  /// A trail that goes on from another, or from the beginning, by one alternative of one state, of which nothing else
  /// is left to do.
  static std::shared_ptr<const Trail> extend(std::shared_ptr<const Trail> before, machine::StateKey key,
                                             uint32_t alternative, std::atomic<uint64_t>& bytesOfAll) {
    auto trail = std::make_shared<Trail>(bytesOfAll);
    trail->length = 1 + (before == nullptr ? 0 : before->length);
    trail->before = std::move(before);
    trail->keys.push_back(key);
    const bool isLarge = alternative + 1 >= kLarge;
    trail->marks.push_back(isLarge ? kLarge : static_cast<uint8_t>(alternative + 1));
    if (isLarge) trail->large.push_back(alternative + 1);
    bytesOfAll += trail->bytes();
    return trail;
  }
  /// Goes on behind a trail; the stack must be empty.
  void begin(std::shared_ptr<const Trail> before) {
    assert(empty());
    before_ = std::move(before);
  }

  /// Calls `step(key, alternative)` for each state of the whole path with the alternative that was taken last;
  /// `last` stands for the last one that a state has.
  template <typename Visitor>
  void forEach(uint32_t last, Visitor step) const {
    std::vector<const Trail*> parts;
    for (const Trail* part = before_.get(); part != nullptr; part = part->before.get()) parts.push_back(part);
    for (auto part = parts.rbegin(); part != parts.rend(); ++part)
      visit((*part)->keys.data(), (*part)->marks.data(), (*part)->keys.size(), (*part)->large, last, step);
    visit(keys_.data(), marks_.data(), size_, large_, last, step);
  }

 private:
  static constexpr size_t kMost = size_t{1} << 32;
  static constexpr uint8_t kDone = 255;
  static constexpr uint8_t kLarge = 254;

  template <typename Visitor>
  static void visit(const machine::StateKey* keys, const uint8_t* marks, uint64_t count,
                    const std::vector<uint32_t>& large, uint32_t last, Visitor& step) {
    size_t nextLarge = 0;
    for (uint64_t i = 0; i < count; ++i) {
      const uint32_t next = marks[i] == kLarge ? large[nextLarge++] : marks[i];
      step(keys[i], marks[i] == kDone ? last : next - 1);
    }
  }

  std::shared_ptr<const Trail> before_;
  support::StableArray<machine::StateKey> keys_;
  support::StableArray<uint8_t> marks_;
  std::vector<uint32_t> large_;  // the marks that are too large for a byte, in the order of the stack
  uint64_t size_ = 0;
  uint64_t open_ = 0;
};

}  // namespace clew::search
