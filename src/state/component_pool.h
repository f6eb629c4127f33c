// Interned byte strings: every distinct content of a stack frame, a piece of memory or a thread's
// control block is stored once and is from then on one number. Strings never move, and workers may intern
// at the same time, as in TupleTable.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <span>

#include "state/id_index.h"
#include "support/hash.h"
#include "support/stable_array.h"

namespace clew::state {

/// Component ids have their highest bit set and ids of nodes do not, so a tree says itself where its
/// leaves are.
using ComponentId = uint32_t;
constexpr uint32_t kComponentTag = uint32_t{1} << 31;
constexpr bool isComponent(uint32_t id) { return (id & kComponentTag) != 0; }

/// What a component is part of. Equal bytes are one component, and that of the first who had them.
enum class ComponentKind : uint8_t {
  Frame,    // of a thread's stack
  Data,     // a piece of a global variable
  Object,   // a piece of an object on a heap or a stack
  Thread,   // a thread's status and which objects it has
  Process,  // which threads there are
  kCount
};

class ComponentPool {
 public:
  static constexpr size_t kMostBytes = size_t{1} << 35;

  explicit ComponentPool(support::Quiescence* quiescence = nullptr, size_t capacity = kMostBytes)
      : content_(capacity), strings_(capacity / 32), index_(quiescence) {
    full_ = strings_.append(1) == strings_.kFull;  // the id 0 is none
  }

  /// The id of these bytes, new or known. Below the tag, ids count from 1. When there is no room any more,
  /// any id; see `isFull`.
  ComponentId intern(std::span<const uint8_t> bytes, ComponentKind kind = ComponentKind::Data) {
    const uint64_t hash = support::hashBytes(bytes.data(), bytes.size());
    const auto equals = [&](uint32_t id) {
      const auto stored = bytesOf(id);
      return std::equal(stored.begin(), stored.end(), bytes.begin(), bytes.end());
    };
    if (const uint32_t known = index_.find(hash, equals); known != 0) return known | kComponentTag;
    const size_t place = content_.append(bytes.size());
    const size_t id = strings_.append(1);
    if (place == content_.kFull || id == strings_.kFull || bytes.size() > kLongest) {
      full_ = true;
      return 1 | kComponentTag;
    }
    if (!bytes.empty()) std::memcpy(content_.data() + place, bytes.data(), bytes.size());
    strings_[id] = place << kPlaceShift | uint64_t{static_cast<uint8_t>(kind)} << kLengthBits | bytes.size();
    const uint32_t known = index_.insert(hash, static_cast<uint32_t>(id), equals);
    return (known == 0 ? static_cast<uint32_t>(id) : known) | kComponentTag;
  }

  /// The bytes of a component.
  std::span<const uint8_t> operator[](ComponentId id) const { return bytesOf(id & ~kComponentTag); }

  ComponentKind kindOf(ComponentId id) const {
    return static_cast<ComponentKind>(strings_[id & ~kComponentTag] >> kLengthBits & kKinds);
  }

  /// The highest id so far, without its tag.
  uint32_t size() const { return static_cast<uint32_t>(strings_.size()) - 1; }
  uint64_t bytes() const { return content_.bytes() + strings_.bytes() + index_.bytes(); }
  bool isFull() const { return full_.load(std::memory_order_relaxed) || index_.isFull(); }

 private:
  static constexpr unsigned kLengthBits = 26;
  static constexpr unsigned kPlaceShift = kLengthBits + 3;
  static constexpr uint64_t kKinds = 7;
  static constexpr size_t kLongest = (size_t{1} << kLengthBits) - 1;

  std::span<const uint8_t> bytesOf(uint32_t index) const {
    const uint64_t string = strings_[index];
    return {content_.data() + (string >> kPlaceShift), string & kLongest};
  }

  support::StableArray<uint8_t> content_;
  support::StableArray<uint64_t> strings_;  // [place in the content | kind | length]
  IdIndex index_;
  std::atomic<bool> full_{false};
};

}  // namespace clew::state
