// What is checked. Each property has a name that people select it by and that a verdict prints.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "machine/fault.h"
#include "machine/limits.h"
#include "support/result.h"

namespace clew::property {

enum class Property : uint8_t {
  Assert,
  Deadlock,
  OutOfBounds,
  UseAfterFree,
  DoubleFree,
  InvalidFree,
  NullDereference,
  DivisionByZero,
  UnlockNotOwner,
  UninitializedBranch,
  Uninitialized,
  Unreachable,
  JoinTwice,
  SignedOverflow,
  Shift,
  MutexDestroyedLocked,
  DataRace,
  Leak,
  LostMemory,
  RecursionLimit,
  Invariant,
  Next,
  Specification,
};

struct PropertyInfo {
  Property property;
  std::string_view name;
  std::string_view meaning;
  bool byDefault = true;
};

/// All properties in the order in which they are listed.
std::span<const PropertyInfo> allProperties();
std::string_view nameOf(Property property);
/// The property with this name, if there is one.
std::optional<Property> propertyNamed(std::string_view name);
/// The property that a fault violates.
Property propertyOf(machine::Fault fault);
/// Why nothing is known of paths that end in a violation nobody looks for.
std::string endsUnchecked(Property property, const std::string& place);

/// A selection of properties.
class PropertySet {
 public:
  static PropertySet all() { return PropertySet(~uint64_t{0}); }
  static PropertySet none() { return PropertySet(0); }
  /// What is checked unless something else is asked for: all but what may well be intended.
  static PropertySet defaults();
  /// From names separated by commas; `all`, `default`, and a name with a `-` before it, which is left out.
  static support::Result<PropertySet> parse(std::string_view names);

  bool empty() const { return bits_ == 0; }
  bool contains(Property property) const { return (bits_ >> static_cast<unsigned>(property) & 1) != 0; }
  void add(Property property) { bits_ |= uint64_t{1} << static_cast<unsigned>(property); }
  void remove(Property property) { bits_ &= ~(uint64_t{1} << static_cast<unsigned>(property)); }
  void add(PropertySet others) { bits_ |= others.bits_; }

 private:
  explicit PropertySet(uint64_t bits) : bits_(bits) {}
  uint64_t bits_;
};

/// Tells the machine which of the properties that are no error for it by themselves it has to report.
void prepare(machine::MachineLimits& limits, PropertySet properties);

/// A property that does not hold, and where that showed.
struct Violation {
  Property property;
  std::string message;
  uint32_t thread = 0;  // number; of a deadlock, of any blocked thread
  uint32_t pc = 0;
};

/// The automaton that a violation of a specification is about: its message begins with the name.
inline std::string automatonOf(const std::string& message) { return message.substr(0, message.find(':')); }

}  // namespace clew::property
