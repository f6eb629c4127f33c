// A stack that may become very large: its elements never move, so that growing copies nothing, and once there are many
// they are on large pages. A vector touches twice the memory when it grows, and where memory was not used before
// touching it costs more than what a search does with it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <type_traits>

#include "support/stable_array.h"

namespace clew::support {

template <typename T>
class LargeStack {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  LargeStack() : elements_(kMost, false) {}

  bool empty() const { return size_ == 0; }
  size_t size() const { return size_; }
  T& operator[](size_t index) { return elements_[index]; }
  const T& operator[](size_t index) const { return elements_[index]; }
  T& back() { return elements_[size_ - 1]; }
  const T& back() const { return elements_[size_ - 1]; }
  const T* data() const { return elements_.data(); }

  void push(const T& element) {
    makeRoom(1);
    elements_[size_++] = element;
  }
  void pop() { --size_; }
  /// Only so many are left.
  void cutTo(size_t size) { size_ = size; }
  /// To be called before so many are pushed.
  void makeRoom(size_t more) {
    if (size_ + more > room_) [[unlikely]]
      grow(size_ + more);
  }

 private:
  static constexpr size_t kMost = size_t{1} << 32;
  static constexpr size_t kFirst = 64;

  /// Twice as much at once: to ask the kernel costs something, and what is not touched nothing.
  void grow(size_t least) {
    const size_t much = std::max({2 * room_, least, kFirst});
    room_ = elements_.ensure(much) ? much : least;
    if (!elements_.ensure(room_)) throw std::bad_alloc();
  }

  StableArray<T> elements_;
  size_t size_ = 0;
  size_t room_ = 0;
};

}  // namespace clew::support
