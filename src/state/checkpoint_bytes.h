// What a structure on disk puts into a checkpoint, and how it is read back: by somebody who believes nothing, not even
// that there are enough bytes.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace clew::state {

template <typename T>
void putIntoCheckpoint(std::vector<uint8_t>& into, const T& value) {
  static_assert(std::has_unique_object_representations_v<T>);  // no bytes that mean nothing
  const auto* bytes = reinterpret_cast<const uint8_t*>(&value);
  into.insert(into.end(), bytes, bytes + sizeof value);
}

/// Takes the next value from the front; false if there is none.
template <typename T>
[[nodiscard]] bool takeFromCheckpoint(std::span<const uint8_t>& from, T& value) {
  static_assert(std::has_unique_object_representations_v<T>);
  if (from.size() < sizeof value) return false;
  std::memcpy(&value, from.data(), sizeof value);
  from = from.subspan(sizeof value);
  return true;
}

}  // namespace clew::state
