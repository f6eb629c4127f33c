// Where objects live. An address is a plain 64-bit number below 2^47, so that programs may compare,
// hash, tag and subtract pointers as they do natively, and it can be taken apart again: the highest
// bits name an arena, the next ones a window in it, the rest is a place in the window. Arena 0 holds
// what exists from the start (functions, globals); arena t + 1 what thread t brings to life.
//
// An object starts in the middle of its first window and ends well before the last one does, so a
// pointer that leaves it, in either direction, stays in windows of the same object for at least
// kMargin / 2 bytes. Arithmetic that leaves the windows themselves yields an address marked wild.
#pragma once

#include <cstdint>

namespace clew::program {

constexpr unsigned kPointerBytes = 8;

constexpr unsigned kWindowBits = 16;
constexpr unsigned kArenaBits = 36;
constexpr uint64_t kMargin = uint64_t{1} << (kWindowBits - 1);
constexpr uint64_t kAddressMask = (uint64_t{1} << 47) - 1;
constexpr uint64_t kWild = uint64_t{1} << 62;
constexpr uint32_t kArenas = 1u << (47 - kArenaBits);
constexpr uint32_t kWindowsPerArena = 1u << (kArenaBits - kWindowBits);
/// The largest object; beyond it an allocation ends the run with a clear word.
constexpr uint64_t kLargestObject = uint64_t{256} << 20;

constexpr uint32_t arenaOf(uint64_t address) { return static_cast<uint32_t>(address >> kArenaBits); }
constexpr uint32_t windowOf(uint64_t address) {
  return static_cast<uint32_t>(address >> kWindowBits) & (kWindowsPerArena - 1);
}
/// Address of the object whose first window is this one.
constexpr uint64_t addressOf(uint32_t arena, uint32_t window) {
  return (uint64_t{arena} << kArenaBits | uint64_t{window} << kWindowBits) + kMargin;
}
/// How many windows an object takes, its margins included.
constexpr uint32_t windowsFor(uint64_t size) {
  return static_cast<uint32_t>((kMargin + size + kMargin / 2 - 1) >> kWindowBits) + 1;
}

/// Functions lie 16 bytes apart, from the second window on.
constexpr uint64_t kFunctionBase = uint64_t{1} << kWindowBits;
constexpr uint64_t kFunctionStride = 16;

}  // namespace clew::program
