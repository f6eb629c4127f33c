#include "support/page_arena.h"

#include <algorithm>

#include "support/pages.h"

namespace clew::support {

namespace {

constexpr size_t kAddresses = size_t{256} << 30;
constexpr size_t kLine = 64;

}  // namespace

PageArena& PageArena::instance() {
  static auto* const arena = new PageArena;  // never deleted: tables may outlive whatever else is static
  return *arena;
}

PageArena::PageArena() : begin_(static_cast<char*>(mapAligned(kAddresses, PROT_NONE))) {
  if (begin_ != nullptr) madvise(begin_, kAddresses, MADV_HUGEPAGE);
}

template <typename Visit>
void PageArena::forEachPage(size_t begin, size_t bytes, Visit visit) {
  const size_t end = begin + bytes;
  for (size_t page = begin / kLargePage; page * kLargePage < end; ++page) {
    const size_t from = std::max(begin, page * kLargePage);
    visit(page, static_cast<uint32_t>(std::min(end, (page + 1) * kLargePage) - from));
  }
}

void* PageArena::allocate(size_t bytes) {
  bytes = roundedUp(bytes, kLine);
  const std::lock_guard lock(mutex_);
  if (begin_ == nullptr || bytes > kAddresses - taken_) return nullptr;
  const size_t open = inUse_.size() * kLargePage;
  const size_t needed = roundedUp(taken_ + bytes, kLargePage);
  if (needed > open) {
    if (mprotect(begin_ + open, needed - open, PROT_READ | PROT_WRITE) != 0) return nullptr;
    inUse_.resize(needed / kLargePage);
  }
  forEachPage(taken_, bytes, [&](size_t page, uint32_t part) { inUse_[page] += part; });
  char* const place = begin_ + taken_;
  taken_ += bytes;
  return place;
}

bool PageArena::release(void* place, size_t bytes) {
  char* const from = static_cast<char*>(place);
  const std::lock_guard lock(mutex_);
  if (begin_ == nullptr || from < begin_ || from >= begin_ + taken_) return false;
  forEachPage(static_cast<size_t>(from - begin_), roundedUp(bytes, kLine), [&](size_t page, uint32_t part) {
    inUse_[page] -= part;
    if (inUse_[page] == 0) madvise(begin_ + page * kLargePage, kLargePage, MADV_DONTNEED);
  });
  return true;
}

}  // namespace clew::support
