// A table of zeros that costs nothing where it is not touched, since most scripts are small. It comes straight from the
// kernel: what `calloc` has had before it clears.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <new>

namespace clew::script {

/// For types of which all bytes zero is a value.
template <typename T>
class ZeroTable {
 public:
  explicit ZeroTable(size_t size) : bytes_(size * sizeof(T)) {
    void* const place = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED) throw std::bad_alloc();
    places_ = static_cast<T*>(place);
    // What lies far in is touched by large scripts only, and they fare better with large pages.
    if (bytes_ > 2 * kSmall) madvise(static_cast<char*>(place) + kSmall, bytes_ - kSmall, MADV_HUGEPAGE);
  }
  ~ZeroTable() { munmap(places_, bytes_); }
  ZeroTable(const ZeroTable&) = delete;  // the memory has one owner
  ZeroTable& operator=(const ZeroTable&) = delete;

  /// Some places will be written soon. Whoever looks at a page before it is written gets one of the kernel's first, and
  /// when that is taken back all processors have to hear of it.
  void prepare(size_t first, size_t count) {
    constexpr int kPopulateWrite = 23;  // MADV_POPULATE_WRITE of Linux 5.14; without it all is as it was
    constexpr size_t kPage = 4096;
    char* const begin = reinterpret_cast<char*>(places_ + first);
    const size_t before = reinterpret_cast<uintptr_t>(begin) % kPage;
    madvise(begin - before, before + count * sizeof(T), kPopulateWrite);
  }
  void prepare() { prepare(0, bytes_ / sizeof(T)); }

  T& operator[](size_t place) { return places_[place]; }
  const T& operator[](size_t place) const { return places_[place]; }

 private:
  static constexpr size_t kSmall = size_t{1} << 21;
  size_t bytes_;
  T* places_;
};

}  // namespace clew::script
