// A state's key in one word, for those who keep very many.
#pragma once

#include <cstdint>

#include "machine/machine.h"

namespace clew::search {

using StateWord = uint64_t;
constexpr StateWord kNoState = 0;

inline StateWord wordOf(machine::StateKey key) { return uint64_t{key.first} << 32 | key.second; }
inline machine::StateKey keyOf(StateWord word) {
  return {static_cast<uint32_t>(word >> 32), static_cast<uint32_t>(word)};
}

}  // namespace clew::search
