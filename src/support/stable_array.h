// A growable array whose elements never move, so that several threads may read it while it grows. A large
// range of addresses is reserved at first, which costs nothing; memory is put behind it piece by piece. When
// so many addresses cannot be had, less is reserved. An array that is full says so and stays as it is.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <limits>
#include <mutex>
#include <type_traits>

#include "support/pages.h"

namespace clew::support {

template <typename T>
class StableArray {
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  static constexpr size_t kFull = std::numeric_limits<size_t>::max();

  /// Room for `capacity` elements, or for fewer if there are not so many addresses. An array that will be looked at all
  /// over has its beginning moved to a large page, too, once it is larger than that.
  explicit StableArray(size_t capacity, bool movesBeginning = true) : large_(!movesBeginning) {
    size_t bytes = roundedUp(std::max<size_t>(capacity * sizeof(T), 1), kLargePage);
    data_ = static_cast<T*>(mapAligned(bytes, PROT_NONE));
    while (data_ == nullptr && bytes > kLargePage) {
      bytes = roundedUp(bytes / 2, kLargePage);
      data_ = static_cast<T*>(mapAligned(bytes, PROT_NONE));
      if (data_ == nullptr || bytes <= 4 * kLargePage) continue;
      // Somebody limits our addresses: leave some for the others.
      const size_t kept = roundedUp(bytes / 8, kLargePage);
      munmap(reinterpret_cast<char*>(data_) + kept, bytes - kept);
      bytes = kept;
    }
    reserved_ = data_ == nullptr ? 0 : bytes;
    capacity_ = std::min(capacity, reserved_ / sizeof(T));
  }
  ~StableArray() {
    if (data_ != nullptr) munmap(data_, reserved_);
  }
  StableArray(const StableArray&) = delete;  // elements are referred to by address
  StableArray& operator=(const StableArray&) = delete;

  T& operator[](size_t index) { return data_[index]; }
  const T& operator[](size_t index) const { return data_[index]; }
  T* data() { return data_; }
  const T* data() const { return data_; }

  /// Puts memory behind the first `count` elements; new ones are zero. False if the array is full.
  bool ensure(size_t count) {
    if (count <= usable_.load(std::memory_order_acquire)) [[likely]]
      return true;
    return commit(count);
  }

  /// The place of `count` new elements in a row, for an array that only grows; kFull if there is no room.
  size_t append(size_t count) {
    const size_t first = size_.fetch_add(count, std::memory_order_relaxed);
    return ensure(first + count) ? first : kFull;
  }
  /// Elements appended so far.
  size_t size() const { return size_.load(std::memory_order_acquire); }

  /// Bytes with memory behind them.
  size_t bytes() const { return committed_.load(std::memory_order_relaxed); }

 private:
  static constexpr size_t kStep = size_t{64} << 10;
  static constexpr int kCollapse = 25;  // MADV_COLLAPSE of Linux 6.1, which glibc does not know yet

  bool commit(size_t count) {
    if (count > capacity_) return false;
    const std::lock_guard lock(growing_);
    const size_t old = committed_.load(std::memory_order_relaxed);
    const size_t needed = count * sizeof(T);
    if (count <= usable_.load(std::memory_order_relaxed)) return true;
    const bool large = needed > kLargePage;
    const size_t wanted = roundedUp(std::max(needed, old + old / 16), large ? kLargePage : kStep);
    const size_t bytes = std::min(wanted, reserved_);
    if (mprotect(reinterpret_cast<char*>(data_) + old, bytes - old, PROT_READ | PROT_WRITE) != 0) return false;
    if (large) useLargePages(bytes);
    committed_.store(bytes, std::memory_order_relaxed);
    usable_.store(std::min(bytes / sizeof(T), capacity_), std::memory_order_release);
    return true;
  }

  /// What is in use of the first one is moved there, if the kernel can do that.
  void useLargePages(size_t bytes) {
    madvise(data_, bytes, MADV_HUGEPAGE);
    if (!large_) madvise(data_, kLargePage, kCollapse);
    large_ = true;
  }

  T* data_ = nullptr;
  size_t capacity_ = 0;
  size_t reserved_ = 0;
  std::atomic<size_t> committed_{0};  // bytes
  std::atomic<size_t> usable_{0};     // elements
  bool large_;                        // the beginning is on a large page, or stays where it is
  std::mutex growing_;
  alignas(64) std::atomic<size_t> size_{0};  // written often, the rest is read often
};

}  // namespace clew::support
