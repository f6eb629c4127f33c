// Zeroed memory for one table, taken straight from the kernel once it is large. Large tables start on the
// boundary of a large page and ask for such pages, since the random accesses of a state store are paid in
// TLB misses.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "support/page_arena.h"

namespace clew::support {

constexpr size_t kPage = 4096;
constexpr size_t kLargePage = size_t{2} << 20;

constexpr size_t roundedUp(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

/// Address space that begins on the boundary of a large page; null if there is none.
inline void* mapAligned(size_t bytes, int protection) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | (protection == PROT_NONE ? MAP_NORESERVE : 0);
  void* place = mmap(nullptr, bytes + kLargePage, protection, flags, -1, 0);
  if (place == MAP_FAILED) return nullptr;
  const auto begin = reinterpret_cast<uintptr_t>(place);
  const size_t before = roundedUp(begin, kLargePage) - begin;
  char* const aligned = static_cast<char*>(place) + before;
  if (before > 0) munmap(place, before);
  munmap(aligned + bytes, kLargePage - before);
  return aligned;
}

class Pages {
 public:
  /// Asks for at least so many bytes; `data` is null if there is no memory.
  explicit Pages(size_t bytes) {
    if (bytes < kFromKernel) {
      data_ = std::calloc(1, bytes);
      bytes_ = bytes;
      return;
    }
    bytes_ = roundedUp(bytes, kPage);
    if (bytes_ < kAlone) data_ = PageArena::instance().allocate(bytes_);
    if (data_ == nullptr) data_ = mapAligned(bytes_, PROT_READ | PROT_WRITE);
    if (data_ != nullptr && bytes_ >= kLargePage) madvise(data_, bytes_, MADV_HUGEPAGE);
  }
  ~Pages() {
    if (data_ == nullptr) return;
    if (bytes_ < kFromKernel) {
      std::free(data_);
    } else if (bytes_ >= kAlone || !PageArena::instance().release(data_, bytes_)) {
      munmap(data_, bytes_);
    }
  }
  Pages(const Pages&) = delete;  // the memory has one owner
  Pages& operator=(const Pages&) = delete;

  void* data() const { return data_; }
  /// How many there are, at least as many as asked for.
  size_t bytes() const { return bytes_; }

 private:
  static constexpr size_t kFromKernel = size_t{64} << 10;
  static constexpr size_t kAlone = 8 * kLargePage;  // from here on most of it is on large pages anyway

  void* data_ = nullptr;
  size_t bytes_ = 0;
};

}  // namespace clew::support
