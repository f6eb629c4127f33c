// Changes of bytes that nobody thought of, and how many of them there are: CLEW_FORGERIES=N multiplies their number.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "mutations.h"

namespace clew::test {

inline size_t many(size_t count) {
  const char* times = std::getenv("CLEW_FORGERIES");
  return count * (times == nullptr ? 1 : std::max(1, std::atoi(times)));
}

/// Flips, removes, inserts or repeats bytes.
inline void damage(Bytes& bytes, Random& random) {
  if (bytes.empty()) return;
  const size_t at = below(random, bytes.size());
  const auto place = bytes.begin() + static_cast<ptrdiff_t>(at);
  const size_t length = 1 + below(random, std::min<size_t>(8, bytes.size() - at));
  switch (below(random, 6)) {
    case 0: bytes.erase(place, place + static_cast<ptrdiff_t>(length)); return;
    case 1: bytes.insert(place, length, static_cast<uint8_t>(random())); return;
    case 2: *place = static_cast<uint8_t>(below(random, 2) == 0 ? 0xFF : 0); return;
    case 3: bytes.insert(place, bytes.end() - static_cast<ptrdiff_t>(length), bytes.end()); return;
    default: *place ^= static_cast<uint8_t>(1u << below(random, 8)); return;
  }
}

}  // namespace clew::test
