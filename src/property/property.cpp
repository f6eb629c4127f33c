#include "property/property.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace clew::property {

namespace {

constexpr std::array kProperties = {
    PropertyInfo{Property::Assert, "assert", "no assertion fails and no error function is called"},
    PropertyInfo{Property::Deadlock, "deadlock", "some thread can always go on until the process ends"},
    PropertyInfo{Property::OutOfBounds, "out-of-bounds", "every access lies inside its object"},
    PropertyInfo{Property::UseAfterFree, "use-after-free",
                 "no access to freed memory or to locals of a function that returned"},
    PropertyInfo{Property::DoubleFree, "double-free", "nothing is freed twice"},
    PropertyInfo{Property::InvalidFree, "invalid-free", "only pointers from the heap are freed"},
    PropertyInfo{Property::NullDereference, "null-dereference", "no access through a null pointer"},
    PropertyInfo{Property::DivisionByZero, "division-by-zero", "no integer is divided by zero"},
    PropertyInfo{Property::UnlockNotOwner, "unlock-not-owner", "a mutex is unlocked by the thread that holds it"},
    PropertyInfo{Property::UninitializedBranch, "uninitialized-branch",
                 "no branch depends on memory that was never written"},
    PropertyInfo{Property::Uninitialized, "uninitialized", "no address, size, divisor or lock was never written"},
    PropertyInfo{Property::Unreachable, "unreachable", "no place is reached that the language forbids to reach"},
    PropertyInfo{Property::JoinTwice, "join-twice", "a thread is joined at most once"},
    PropertyInfo{Property::SignedOverflow, "signed-overflow", "the result of signed arithmetic fits its type"},
    PropertyInfo{Property::Shift, "shift", "no value is shifted by its width or more, or by a negative number"},
    PropertyInfo{Property::MutexDestroyedLocked, "mutex-destroyed-locked",
                 "no mutex or condition variable is destroyed while a thread holds it or waits for it"},
    PropertyInfo{Property::DataRace, "data-race",
                 "no two threads access the same bytes at the same time, one of them writing, unless both are atomic"},
    PropertyInfo{
        Property::Leak, "leak",
        "everything allocated is freed when the process ends by exit or by returning from main (not by default)",
        false},
    PropertyInfo{Property::LostMemory, "lost-memory",
                 "no memory is allocated at the end to which no pointer is left (not by default)", false},
    PropertyInfo{Property::RecursionLimit, "recursion-limit",
                 "calls nest no deeper than --max-call-depth (not by default)", false},
    PropertyInfo{Property::Invariant, "invariant", "what --invariant gives holds in every state", false},
    PropertyInfo{Property::Next, "next", "what --next gives holds on every transition", false},
    PropertyInfo{Property::Specification, "specification", "the automata of --spec reach no error", false},
};

}  // namespace

std::span<const PropertyInfo> allProperties() { return kProperties; }

std::string_view nameOf(Property property) { return kProperties[static_cast<size_t>(property)].name; }

std::optional<Property> propertyNamed(std::string_view name) {
  const auto known =
      std::find_if(kProperties.begin(), kProperties.end(), [&](const PropertyInfo& info) { return info.name == name; });
  if (known == kProperties.end()) return std::nullopt;
  return known->property;
}

Property propertyOf(machine::Fault fault) {
  switch (fault) {
    case machine::Fault::OutOfBounds: return Property::OutOfBounds;
    case machine::Fault::UseAfterFree: return Property::UseAfterFree;
    case machine::Fault::DoubleFree: return Property::DoubleFree;
    case machine::Fault::InvalidFree: return Property::InvalidFree;
    case machine::Fault::NullDereference: return Property::NullDereference;
    case machine::Fault::DivisionByZero: return Property::DivisionByZero;
    case machine::Fault::UnlockNotOwner: return Property::UnlockNotOwner;
    case machine::Fault::UninitializedBranch: return Property::UninitializedBranch;
    case machine::Fault::Uninitialized: return Property::Uninitialized;
    case machine::Fault::Unreachable: return Property::Unreachable;
    case machine::Fault::JoinTwice: return Property::JoinTwice;
    case machine::Fault::SignedOverflow: return Property::SignedOverflow;
    case machine::Fault::Shift: return Property::Shift;
    case machine::Fault::MutexDestroyedLocked: return Property::MutexDestroyedLocked;
    case machine::Fault::Leak: return Property::Leak;
    case machine::Fault::LostMemory: return Property::LostMemory;
    case machine::Fault::RecursionLimit: return Property::RecursionLimit;
    case machine::Fault::Specification: return Property::Specification;
    default: return Property::Assert;
  }
}

std::string endsUnchecked(Property property, const std::string& place) {
  const bool isUnwritten = property == Property::Uninitialized || property == Property::UninitializedBranch;
  return fmt::format("paths end in {} at {}, which is not among the checked properties{}", nameOf(property), place,
                     isUnwritten ? "; with --uninitialized input such memory has any value" : "");
}

void prepare(machine::MachineLimits& limits, PropertySet properties) {
  limits.overflowWraps = !properties.contains(Property::SignedOverflow);
  limits.reportLeaks = properties.contains(Property::Leak);
  limits.reportLostMemory = properties.contains(Property::LostMemory);
  limits.reportRecursion = properties.contains(Property::RecursionLimit);
}

PropertySet PropertySet::defaults() {
  PropertySet set(0);
  for (const PropertyInfo& info : kProperties) {
    if (info.byDefault) set.add(info.property);
  }
  return set;
}

support::Result<PropertySet> PropertySet::parse(std::string_view names) {
  PropertySet set = names.starts_with('-') ? defaults() : PropertySet(0);
  while (true) {
    const size_t comma = names.find(',');
    const bool isLeftOut = names.starts_with('-');
    const std::string_view name = names.substr(0, comma).substr(isLeftOut ? 1 : 0);
    const auto known = propertyNamed(name);
    if (name == "all" && !isLeftOut) {
      set = all();
      set.remove(Property::Invariant);  // these say nothing without their options
      set.remove(Property::Next);
      set.remove(Property::Specification);
    } else if (name == "default" && !isLeftOut) {
      set.bits_ |= defaults().bits_;
    } else if (!known) {
      std::string list;
      for (const PropertyInfo& info : kProperties) list += fmt::format(", {}", info.name);
      return support::Error{fmt::format("no property is called '{}'; there are all, default{}", name, list)};
    } else if (isLeftOut) {
      set.remove(*known);
    } else {
      set.add(*known);
    }
    if (comma == std::string_view::npos) return set;
    names.remove_prefix(comma + 1);
  }
}

}  // namespace clew::property
