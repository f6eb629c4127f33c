// Memory for tables that are each too small to fill large pages: they are cut out of one range of addresses, one behind
// the other, and fill large pages together. A page goes back to the kernel when everything on it was given back; its
// addresses are not used again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace clew::support {

class PageArena {
 public:
  /// The one of this process.
  static PageArena& instance();

  /// Zeroed memory, on the boundary of a line of the processor's cache; null if there is none left.
  void* allocate(size_t bytes);
  /// Gives it back; false, and nothing happens, if it is not from here.
  bool release(void* place, size_t bytes);

 private:
  PageArena();

  /// Calls `visit(page, bytes)` for each large page that a range has a part of.
  template <typename Visit>
  static void forEachPage(size_t begin, size_t bytes, Visit visit);

  std::mutex mutex_;
  char* const begin_;
  size_t taken_ = 0;             // bytes that were ever given out
  std::vector<uint32_t> inUse_;  // bytes of each large page with memory behind it
};

}  // namespace clew::support
