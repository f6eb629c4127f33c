// Where objects live. An address is a plain number, so that programs may compare, hash, tag and
// subtract pointers as they do natively, and it can be taken apart again: the highest bits name an
// arena, the next ones a window in it, the rest is a place in the window. Arena 0 holds what exists
// from the start (functions, globals); arena t + 1 what thread t brings to life.
//
// An object starts in the middle of its first window and ends well before the last one does, so a
// pointer that leaves it, in either direction, stays in windows of the same object for at least
// half a margin. Arithmetic that leaves the windows themselves yields an address marked wild.
//
// How many bits each part has is a value of the program. With 64-bit pointers there is room for
// everything; with 32-bit pointers, whose highest bit is the wild mark, threads and the size of their
// arenas share 31 bits, so a program without threads gets few large arenas.
#pragma once

#include <cstdint>

namespace clew::program {

struct AddressLayout {
  uint32_t pointerBits = 64;
  uint32_t addressBits = 47;
  uint32_t arenaBits = 36;
  uint32_t windowBits = 16;
  uint64_t wild = uint64_t{1} << 62;
  /// The largest object; beyond it an allocation ends the run with a clear word.
  uint64_t largestObject = uint64_t{256} << 20;

  constexpr uint32_t pointerBytes() const { return pointerBits / 8; }
  constexpr uint64_t pointerMask() const { return ~uint64_t{0} >> (64 - pointerBits); }
  constexpr uint64_t addressMask() const { return (uint64_t{1} << addressBits) - 1; }
  constexpr uint64_t margin() const { return uint64_t{1} << (windowBits - 1); }
  constexpr uint32_t arenas() const { return 1u << (addressBits - arenaBits); }
  constexpr uint32_t windowsPerArena() const { return 1u << (arenaBits - windowBits); }

  constexpr uint32_t arenaOf(uint64_t address) const { return static_cast<uint32_t>(address >> arenaBits); }
  constexpr uint32_t windowOf(uint64_t address) const {
    return static_cast<uint32_t>(address >> windowBits) & (windowsPerArena() - 1);
  }
  /// Windows before the one an object starts in. Loops that run down an array end one element before it;
  /// where windows are small, a large object gets some more for that.
  constexpr uint32_t windowsBefore(uint64_t size) const {
    if (pointerBits == 64) return 0;
    const uint64_t enough = (size + margin() - 1) >> windowBits;
    return enough < 8 ? static_cast<uint32_t>(enough) : 8;
  }
  /// Address of the object of this size whose first window is this one.
  constexpr uint64_t addressOf(uint32_t arena, uint32_t window, uint64_t size) const {
    return (uint64_t{arena} << arenaBits | (uint64_t{window} + windowsBefore(size)) << windowBits) + margin();
  }
  /// How many windows an object takes, its margins included.
  constexpr uint32_t windowsFor(uint64_t size) const {
    return windowsBefore(size) + static_cast<uint32_t>((margin() + size + margin() / 2 - 1) >> windowBits) + 1;
  }
  /// Globals begin here at the earliest, so that a null pointer with a large index hits none of them.
  constexpr uint64_t firstGlobal() const { return uint64_t{1} << (arenaBits - 3 < 24 ? arenaBits - 3 : 24); }
  constexpr uint64_t markWild(uint64_t address) const { return (address & addressMask()) | wild; }
};

/// x86-64.
constexpr AddressLayout kAddresses64{};
/// i386. A thread needs an arena; `threads` says whether the program creates any.
constexpr AddressLayout addresses32(bool threads) {
  return {32, 31, threads ? 23u : 29u, threads ? 9u : 11u, uint64_t{1} << 31, uint64_t{256} << 20};
}
/// Arenas of 32-bit programs are never larger than this: main and the globals need one each.
constexpr uint32_t kLargestArenaBits32 = 29;

/// Functions lie 16 bytes apart, behind a first page in which nothing is.
constexpr uint64_t kFunctionBase = uint64_t{1} << 16;
constexpr uint64_t kFunctionStride = 16;

}  // namespace clew::program
