// Properties are selected by name, and every fault of the machine belongs to one of them.
#include "property/property.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <string>

namespace clew::property {
namespace {

TEST(Property, HasANameOfItsOwnAndAMeaning) {
  std::set<std::string_view> names;
  for (size_t i = 0; i < allProperties().size(); ++i) {
    const PropertyInfo& info = allProperties()[i];
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_FALSE(info.meaning.empty()) << info.name;
    EXPECT_EQ(static_cast<size_t>(info.property), i) << "nameOf counts on this order";
    EXPECT_EQ(nameOf(info.property), info.name);
  }
}

TEST(Property, IncludesThoseThatTheFoundationPromises) {
  for (const char* name : {"assert", "deadlock", "out-of-bounds", "use-after-free", "double-free", "invalid-free",
                           "null-dereference", "division-by-zero", "unlock-not-owner", "uninitialized-branch"}) {
    EXPECT_TRUE(PropertySet::parse(name)) << name;
  }
}

TEST(Property, OfEachFaultCarriesItsName) {
  using machine::Fault;
  EXPECT_EQ(propertyOf(Fault::AssertionFailed), Property::Assert);
  EXPECT_EQ(propertyOf(Fault::ErrorCall), Property::Assert);
  EXPECT_EQ(propertyOf(Fault::OutOfBounds), Property::OutOfBounds);
  EXPECT_EQ(propertyOf(Fault::UseAfterFree), Property::UseAfterFree);
  EXPECT_EQ(propertyOf(Fault::DoubleFree), Property::DoubleFree);
  EXPECT_EQ(propertyOf(Fault::InvalidFree), Property::InvalidFree);
  EXPECT_EQ(propertyOf(Fault::NullDereference), Property::NullDereference);
  EXPECT_EQ(propertyOf(Fault::DivisionByZero), Property::DivisionByZero);
  EXPECT_EQ(propertyOf(Fault::UnlockNotOwner), Property::UnlockNotOwner);
  EXPECT_EQ(propertyOf(Fault::UninitializedBranch), Property::UninitializedBranch);
  EXPECT_EQ(propertyOf(Fault::Uninitialized), Property::Uninitialized);
  EXPECT_EQ(propertyOf(Fault::Unreachable), Property::Unreachable);
  EXPECT_EQ(propertyOf(Fault::JoinTwice), Property::JoinTwice);
}

RC_GTEST_PROP(PropertySet, ContainsExactlyTheNamedProperties, ()) {
  const auto indices =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<size_t>>(rc::gen::inRange<size_t>(0, allProperties().size())));
  std::string names;
  std::set<Property> chosen;
  for (const size_t index : indices) {
    names += (names.empty() ? "" : ",") + std::string(allProperties()[index].name);
    chosen.insert(allProperties()[index].property);
  }
  const auto set = PropertySet::parse(names);
  RC_ASSERT(bool(set));
  for (const PropertyInfo& info : allProperties())
    RC_ASSERT(set->contains(info.property) == chosen.contains(info.property));
}

TEST(PropertySet, OfAllContainsEveryProperty) {
  for (const PropertyInfo& info : allProperties()) EXPECT_TRUE(PropertySet::all().contains(info.property));
}

TEST(PropertySet, RefusesUnknownNamesAndListsTheKnownOnes) {
  for (const char* names :
       {"", ",", "assert,", ",assert", "assert,,deadlock", "Assert", " assert", "assert deadlock", "asser"}) {
    const auto set = PropertySet::parse(names);
    ASSERT_FALSE(set) << names;
    for (const PropertyInfo& info : allProperties()) {
      EXPECT_NE(set.error().message.find(info.name), std::string::npos) << set.error().message;
    }
  }
  EXPECT_NE(PropertySet::parse("assert,liveness").error().message.find("'liveness'"), std::string::npos);
}

}  // namespace
}  // namespace clew::property
