// The memory of a cache: an array of plain things, all zero at first, on large pages if it is large. `data` is null
// when there is no memory for it.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

#include "support/pages.h"

namespace clew::support {

template <typename T>
class CachePages {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  CachePages() = default;
  explicit CachePages(size_t count) : pages_(std::make_unique<Pages>(count * sizeof(T) + alignof(T))) {
    if (pages_->data() == nullptr) return;
    const auto begin = reinterpret_cast<uintptr_t>(pages_->data());
    const size_t before = roundedUp(begin, alignof(T)) - begin;
    data_ = reinterpret_cast<T*>(static_cast<char*>(pages_->data()) + before);
  }

  T* data() const { return data_; }
  T& operator[](size_t index) const { return data_[index]; }

 private:
  std::unique_ptr<Pages> pages_;
  T* data_ = nullptr;
};

}  // namespace clew::support
