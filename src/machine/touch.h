// What data races are made of (races.h looks for them).
#pragma once

#include <cstdint>

namespace clew::machine {

/// A range of bytes that a thread would access in its next step.
struct Touch {
  uint32_t thread, pc;
  uint64_t address, bytes;
  bool write, atomic;
};

/// Two accesses that collide, and the bytes that they share.
struct Race {
  Touch first, second;
  uint64_t address, bytes;
};

}  // namespace clew::machine
