#include "state/number_code.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

namespace clew::state {
namespace {

RC_GTEST_PROP(NumberCode, NumbersOfAllLengthsComeBack, ()) {
  NumberGroup numbers{};
  const auto count = *rc::gen::inRange<size_t>(0, kNumbersInGroup + 1);
  for (size_t i = 0; i < count; ++i) {
    numbers[i] = *rc::gen::arbitrary<uint64_t>() >> *rc::gen::inRange(0, 64);
    if (*rc::gen::inRange(0, 8) == 0) numbers[i] = ~numbers[i];
  }
  std::vector<uint8_t> bytes(kGroupReach);
  const uint8_t* written = packNumbers(numbers, count, bytes.data());
  NumberGroup back{};
  RC_ASSERT(unpackNumbers(bytes.data(), count, back) == written);
  RC_ASSERT(std::equal(numbers.begin(), numbers.begin() + static_cast<ptrdiff_t>(count), back.begin()));
}

TEST(NumberCode, SmallNumbersTakeFewBytes) {
  NumberGroup numbers{};
  std::vector<uint8_t> bytes(kGroupReach);
  EXPECT_EQ(packNumbers(numbers, kNumbersInGroup, bytes.data()) - bytes.data(), kNumbersInGroup / 2);
  numbers.fill(255);
  EXPECT_EQ(packNumbers(numbers, kNumbersInGroup, bytes.data()) - bytes.data(), 3 * kNumbersInGroup / 2);
}

TEST(NumberCode, BytesThatAreNoGroupAreReadWithinReach) {
  const std::vector<uint8_t> bytes(kGroupReach, 0xFF);  // of exactly this size, for the address sanitizer
  NumberGroup numbers;
  const uint8_t* end = unpackNumbers(bytes.data(), kNumbersInGroup, numbers);
  EXPECT_LE(end, bytes.data() + bytes.size());
}

}  // namespace
}  // namespace clew::state
