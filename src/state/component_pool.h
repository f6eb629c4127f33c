// Interned byte strings: every distinct content of a stack frame, a piece of memory or a thread's
// control block is stored once and is from then on one number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>

#include "state/id_index.h"
#include "support/big_array.h"
#include "support/hash.h"

namespace clew::state {

/// Component ids have their highest bit set and ids of nodes do not, so a tree says itself where its
/// leaves are.
using ComponentId = uint32_t;
constexpr uint32_t kComponentTag = uint32_t{1} << 31;
constexpr bool isComponent(uint32_t id) { return (id & kComponentTag) != 0; }

class ComponentPool {
 public:
  ComponentPool() { ends_.push_back(0); }

  /// The id of these bytes, new or known. Below the tag, ids count from 1.
  ComponentId intern(std::span<const uint8_t> bytes) {
    const uint64_t hash = support::hashBytes(bytes.data(), bytes.size());
    const uint32_t known = index_.find(hash, [&](uint32_t id) {
      const auto stored = bytesOf(id);
      return std::equal(stored.begin(), stored.end(), bytes.begin(), bytes.end());
    });
    if (known != 0) return known | kComponentTag;
    const auto id = static_cast<uint32_t>(ends_.size());
    index_.insert(hash, id, [&](uint32_t old) {
      const auto stored = bytesOf(old);
      return support::hashBytes(stored.data(), stored.size());
    });
    if (!bytes.empty()) std::memcpy(content_.append(bytes.size()), bytes.data(), bytes.size());
    ends_.push_back(content_.size());
    return id | kComponentTag;
  }

  /// The bytes of a component; valid until the next one is interned.
  std::span<const uint8_t> operator[](ComponentId id) const { return bytesOf(id & ~kComponentTag); }

  uint32_t size() const { return static_cast<uint32_t>(ends_.size()) - 1; }
  uint64_t bytes() const { return content_.bytes() + ends_.bytes() + index_.bytes(); }

 private:
  std::span<const uint8_t> bytesOf(uint32_t index) const {
    const uint64_t begin = ends_[index - 1];
    return {content_.data() + begin, static_cast<size_t>(ends_[index] - begin)};
  }

  support::BigArray<uint8_t> content_;
  support::BigArray<uint64_t> ends_;
  IdIndex index_;
};

}  // namespace clew::state
