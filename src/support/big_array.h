// A growable array of plain values in memory taken straight from the kernel. It grows in place by
// remapping pages, so that growing a table of a gigabyte neither copies it nor holds it twice, and it
// asks for large pages, since the random accesses of a state store are paid in TLB misses.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <type_traits>
#include <utility>

namespace clew::support {

template <typename T>
class BigArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  BigArray() = default;
  ~BigArray() { release(); }
  BigArray(const BigArray&) = delete;  // the pages have one owner
  BigArray& operator=(const BigArray&) = delete;

  T& operator[](size_t index) { return data_[index]; }
  const T& operator[](size_t index) const { return data_[index]; }
  T* data() { return data_; }
  const T* data() const { return data_; }

  /// Number of elements in use.
  size_t size() const { return size_; }
  /// Bytes of address space taken, used or not.
  size_t bytes() const { return mapped_; }

  void push_back(const T& value) {
    if (size_ == capacity_) reserve(size_ + 1);
    data_[size_++] = value;
  }

  void pop_back() {
    assert(size_ > 0);
    --size_;
  }

  T& back() { return data_[size_ - 1]; }
  bool empty() const { return size_ == 0; }

  /// Drops everything and becomes `count` zeroed elements.
  void assignZero(size_t count) {
    release();
    map(count * sizeof(T));
    size_ = count;
  }

  /// Makes room for `count` elements; grows by at least a quarter so that appending stays linear.
  void reserve(size_t count) {
    if (count <= capacity_) return;
    const size_t wanted = std::max(count, capacity_ + capacity_ / 4);
    map(wanted * sizeof(T));
  }

  /// Appends `count` elements without initialising them (fresh pages are zero).
  T* append(size_t count) {
    reserve(size_ + count);
    T* first = data_ + size_;
    size_ += count;
    return first;
  }

 private:
  static constexpr size_t kPage = 4096;
  static constexpr size_t kLargePage = size_t{2} << 20;

  void map(size_t bytes) {
    const size_t unit = bytes >= 4 * kLargePage ? kLargePage : kPage;
    bytes = (bytes + unit - 1) / unit * unit;
    void* place = data_ == nullptr ? mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                                   : mremap(data_, mapped_, bytes, MREMAP_MAYMOVE);
    if (place == MAP_FAILED) abort();  // the memory limit is checked long before this
    if (bytes >= 4 * kLargePage) madvise(place, bytes, MADV_HUGEPAGE);
    data_ = static_cast<T*>(place);
    mapped_ = bytes;
    capacity_ = bytes / sizeof(T);
  }

  void release() {
    if (data_ != nullptr) munmap(data_, mapped_);
    data_ = nullptr;
    size_ = capacity_ = mapped_ = 0;
  }

  T* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
  size_t mapped_ = 0;
};

}  // namespace clew::support
