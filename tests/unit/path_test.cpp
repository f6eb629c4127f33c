// A path is printed compactly and read back; what is not a path is refused with a line that says so.
#include "machine/path.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

namespace clew::machine {
namespace {

Path pathOf(const std::vector<uint32_t>& alternatives) {
  Path path;
  for (const uint32_t alternative : alternatives) path.push(alternative);
  return path;
}

TEST(Path, PrintsRunsAsCounts) {
  EXPECT_EQ(pathOf({}).text(), "");
  EXPECT_EQ(pathOf({0}).text(), "0");
  EXPECT_EQ(pathOf({0, 0, 0, 1, 2}).text(), "0x3.1.2");
  EXPECT_EQ(pathOf({7, 7, 0, 7}).text(), "7x2.0.7");
}

TEST(Path, ReadsTheEmptyTextAsTheEmptyPath) {
  const auto path = Path::parse("");
  ASSERT_TRUE(path);
  EXPECT_EQ(path->size(), 0u);
}

TEST(Path, ReadsCountsThatItWouldNotPrintItself) {
  const auto path = Path::parse("1x1.1.2x2.2x1");
  ASSERT_TRUE(path);
  EXPECT_EQ(*path, pathOf({1, 1, 2, 2, 2}));
}

TEST(Path, RefusesMalformedTexts) {
  for (const char* text : {".",
                           "1.",
                           ".1",
                           "1..2",
                           "x",
                           "x3",
                           "1x",
                           "1x0",
                           "1x2x3",
                           "a",
                           "1a",
                           "1,2",
                           " 1",
                           "1 ",
                           "-1",
                           "+1",
                           "1x-1",
                           "0X3",
                           "1.x2",
                           "4294967296",
                           "99999999999999999999",
                           "1x4294967296",
                           "1\n",
                           "1.2.",
                           "0x3.1.2.b"}) {
    const auto path = Path::parse(text);
    ASSERT_FALSE(path) << text;
    EXPECT_NE(path.error().message.find("not a path"), std::string::npos) << path.error().message;
  }
}

TEST(Path, RefusesAByteZeroInsideTheText) { EXPECT_FALSE(Path::parse(std::string_view("1\0.2", 4))); }

TEST(Path, RefusesCountsThatNoMemoryCouldHold) {
  for (const char* text : {"0x4294967295", "0x100000001", "0.0x100000000", "1x4000000000.2"}) {
    const auto path = Path::parse(text);
    ASSERT_FALSE(path) << text;
    EXPECT_EQ(path.error().message, "the path is too long");
  }
}

TEST(Path, AcceptsTheLargestAlternative) {
  const auto path = Path::parse("4294967295");
  ASSERT_TRUE(path);
  EXPECT_EQ((*path)[0], 4294967295u);
}

RC_GTEST_PROP(Path, IsReadBackFromItsText, ()) {
  const auto small = *rc::gen::container<std::vector<uint32_t>>(rc::gen::inRange<uint32_t>(0, 3));
  const auto any = *rc::gen::arbitrary<std::vector<uint32_t>>();
  for (const auto& alternatives : {small, any}) {
    const Path path = pathOf(alternatives);
    const auto read = Path::parse(path.text());
    RC_ASSERT(bool(read));
    RC_ASSERT(*read == path);
    RC_ASSERT(read->text() == path.text());
  }
}

RC_GTEST_PROP(Path, NeverFailsOtherThanByAnErrorOnAnyText, ()) {
  // No counts above two digits: a text like 0x99999999 is a path that takes 400 MB.
  const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("0123x..x1 a-")));
  RC_PRE(text.find_first_of("x") == std::string::npos || text.size() < 10);
  const auto path = Path::parse(text);
  if (path) RC_ASSERT(Path::parse(path->text()));
}

RC_GTEST_PROP(Path, IsOrderedByTheFirstDifferingChoice,
              (const std::vector<uint32_t>& first, const std::vector<uint32_t>& second)) {
  const bool less = std::lexicographical_compare(first.begin(), first.end(), second.begin(), second.end());
  RC_ASSERT((pathOf(first) < pathOf(second)) == less);
  RC_ASSERT((pathOf(first) == pathOf(second)) == (first == second));
}

}  // namespace
}  // namespace clew::machine
