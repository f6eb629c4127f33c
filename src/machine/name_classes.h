// Names of objects in a few classes, so that a set of them is a byte.
#pragma once

#include <cstdint>

namespace clew::machine {

/// A bit for each class.
using NameClasses = uint8_t;

/// The class of the names in an arena.
constexpr NameClasses classOfNames(uint32_t arena) { return static_cast<NameClasses>(1u << arena % 7); }
constexpr NameClasses kAllNames = 0x7F;
/// Besides all of them: nothing is known of what becomes of these names, whatever a step does.
constexpr NameClasses kAnyName = 0x80;

}  // namespace clew::machine
