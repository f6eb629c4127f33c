#include "state/page_cache.h"

#include <algorithm>
#include <array>
#include <new>

namespace clew::state {

namespace {

constexpr std::array kPolicies = {CachePolicy::Lru,  CachePolicy::Lfu,           CachePolicy::Fifo,
                                  CachePolicy::Lifo, CachePolicy::FlushWhenFull, CachePolicy::TwoDimensional,
                                  CachePolicy::None};

size_t framesOf(size_t pages, CachePolicy policy, size_t bucket) {
  if (policy == CachePolicy::None) return 1;
  return std::max<size_t>(pages / bucket, 1) * bucket;
}

}  // namespace

const char* nameOf(CachePolicy policy) {
  switch (policy) {
    case CachePolicy::Lru: return "lru";
    case CachePolicy::Lfu: return "lfu";
    case CachePolicy::Fifo: return "fifo";
    case CachePolicy::Lifo: return "lifo";
    case CachePolicy::FlushWhenFull: return "fwf";
    case CachePolicy::TwoDimensional: return "two-dimensional";
    case CachePolicy::None: break;
  }
  return "none";
}

std::optional<CachePolicy> cachePolicyNamed(std::string_view name) {
  const auto found = std::find_if(kPolicies.begin(), kPolicies.end(), [&](CachePolicy p) { return name == nameOf(p); });
  if (found == kPolicies.end()) return std::nullopt;
  return *found;
}

PageCache::PageCache(size_t pageBytes, size_t pages, CachePolicy policy)
    : policy_(policy),
      pageBytes_(pageBytes),
      bucket_(policy == CachePolicy::TwoDimensional ? std::clamp<size_t>(pages, 1, kBucket) : 1),
      frames_(framesOf(pages, policy, bucket_)),
      memory_(frames_ * pageBytes),
      keys_(frames_, kNoKey),
      oldest_(policy == CachePolicy::TwoDimensional ? frames_ / bucket_ : 0),
      index_(policy == CachePolicy::TwoDimensional ? 0 : frames_),
      order_(policy <= CachePolicy::Lfu ? frames_ : 0, policy == CachePolicy::Lfu) {
  assert(frames_ < FrameIndex::kNone);
  if (memory_.data() == nullptr) throw std::bad_alloc();
}

uint8_t* PageCache::insert(uint64_t key) {
  assert(key != kNoKey);
  const uint32_t frame = frameFor(key);
  if (policy_ != CachePolicy::TwoDimensional) {
    if (keys_[frame] != kNoKey) index_.erase(keys_[frame]);
    index_.insert(key, frame);
  }
  keys_[frame] = key;
  if (policy_ <= CachePolicy::Lfu) order_.add(frame);
  return at(frame);
}

uint32_t PageCache::frameFor(uint64_t key) {
  if (policy_ == CachePolicy::TwoDimensional) return nextInBucket(key);
  if (used_ < frames_) return used_++;
  switch (policy_) {
    case CachePolicy::Lru:
    case CachePolicy::Lfu: return order_.takeFirst();
    case CachePolicy::Lifo: return used_ - 1;
    case CachePolicy::FlushWhenFull: clear(); return used_++;
    default: break;
  }
  const uint32_t frame = next_;
  next_ = frame + 1 == frames_ ? 0 : frame + 1;
  return frame;
}

uint32_t PageCache::nextInBucket(uint64_t key) {
  const size_t first = firstOfBucket(key);
  uint32_t& oldest = oldest_[first / bucket_];
  const uint32_t place = oldest;
  oldest = place + 1 == bucket_ ? 0 : place + 1;
  return static_cast<uint32_t>(first) + place;
}

void PageCache::clear() {
  keys_.assign(keys_.size(), kNoKey);
  oldest_.assign(oldest_.size(), 0);
  index_.clear();
  order_.clear();
  used_ = 0;
  next_ = 0;
}

}  // namespace clew::state
