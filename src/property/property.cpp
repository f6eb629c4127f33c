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
    PropertyInfo{Property::Invariant, "invariant", "what --invariant gives holds in every state"},
    PropertyInfo{Property::Next, "next", "what --next gives holds on every transition"},
};

}  // namespace

std::span<const PropertyInfo> allProperties() { return kProperties; }

std::string_view nameOf(Property property) { return kProperties[static_cast<size_t>(property)].name; }

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
    default: return Property::Assert;
  }
}

support::Result<PropertySet> PropertySet::parse(std::string_view names) {
  PropertySet set(0);
  while (true) {
    const size_t comma = names.find(',');
    const std::string_view name = names.substr(0, comma);
    const auto known = std::find_if(kProperties.begin(), kProperties.end(),
                                    [&](const PropertyInfo& info) { return info.name == name; });
    if (known == kProperties.end()) {
      std::string all;
      for (const PropertyInfo& info : kProperties) all += fmt::format("{}{}", all.empty() ? "" : ", ", info.name);
      return support::Error{fmt::format("no property is called '{}'; there are {}", name, all)};
    }
    set.add(known->property);
    if (comma == std::string_view::npos) return set;
    names.remove_prefix(comma + 1);
  }
}

}  // namespace clew::property
