// Ranges of paths: how paths lie to them, and files of cut paths.
#include "search/range.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace clew::search {
namespace {

machine::Path pathOf(const std::vector<uint32_t>& alternatives) {
  machine::Path path;
  for (const uint32_t alternative : alternatives) path.push(alternative);
  return path;
}

machine::Path path(const char* text) { return *machine::Path::parse(text); }

Range between(const char* from, const char* to) { return {path(from), path(to)}; }

rc::Gen<machine::Path> somePath() {
  return rc::gen::map(rc::gen::container<std::vector<uint32_t>>(rc::gen::inRange<uint32_t>(0, 3)), pathOf);
}

bool isBeginningOf(const machine::Path& one, const machine::Path& other) {
  if (one.size() > other.size()) return false;
  for (size_t i = 0; i < one.size(); ++i) {
    if (one[i] != other[i]) return false;
  }
  return true;
}

TEST(Range, IsHalfOpen) {
  const Range range = between("1.2", "2");
  EXPECT_TRUE(range.placeOf(path("1.1")).isOutside);
  EXPECT_TRUE(range.placeOf(path("1.2")).isInside());
  EXPECT_TRUE(range.placeOf(path("1.2.0")).isInside());
  EXPECT_TRUE(range.placeOf(path("1.3")).isInside());
  EXPECT_TRUE(range.placeOf(path("2")).isOutside);
  EXPECT_TRUE(range.placeOf(path("2.0")).isOutside);
}

TEST(Range, IsTightWhereAPathIsTheBeginningOfABound) {
  const Range range = between("1.2", "1.4.0");
  EXPECT_TRUE(range.placeOf(path("")).isTight());
  EXPECT_TRUE(range.placeOf(path("1")).onFrom);
  EXPECT_TRUE(range.placeOf(path("1")).onTo);
  EXPECT_FALSE(range.placeOf(path("1.4")).onFrom);
  EXPECT_TRUE(range.placeOf(path("1.4")).onTo);
  EXPECT_TRUE(range.placeOf(path("1.4.0")).isOutside);
}

TEST(Range, KnowsWhenNothingOrEverythingIsInIt) {
  EXPECT_TRUE(Range().isWhole());
  EXPECT_TRUE((Range{path(""), {}}).isWhole());
  EXPECT_TRUE((Range{{}, path("")}).isEmpty());
  EXPECT_TRUE(between("1", "1").isEmpty());
  EXPECT_TRUE(between("1.0", "1").isEmpty());
  EXPECT_FALSE(between("1", "1.0").isEmpty());
  EXPECT_TRUE(between("1", "1").place().isOutside);
}

RC_GTEST_PROP(Range, HasThePlaceThatTheOrderOfPathsSays, ()) {
  const auto from = *somePath(), to = *somePath(), some = *somePath();
  const Range range{from, to};
  const Range::Place place = range.placeOf(some);
  if (!(from < to)) {
    RC_ASSERT(place.isOutside);
    return;
  }
  const bool onFrom = isBeginningOf(some, from) && some != from;
  const bool onTo = isBeginningOf(some, to) && some != to;
  RC_ASSERT(place.isOutside == ((some < from && !onFrom) || some >= to));
  if (place.isOutside) return;
  RC_ASSERT(place.onFrom == onFrom);
  RC_ASSERT(place.onTo == onTo);
}

RC_GTEST_PROP(Range, HasTheSamePlaceStepByStep, ()) {
  const auto from = *somePath(), to = *somePath(), some = *somePath();
  const Range range{from, to};
  Range::Place place = range.place();
  machine::Path walked;
  for (size_t i = 0; i < some.size() && !place.isOutside; ++i) {
    walked.push(some[i]);
    place = range.placeOf(walked, place, i);
  }
  const Range::Place whole = range.placeOf(walked);
  RC_ASSERT(place.isOutside == whole.isOutside);
  RC_ASSERT(place.isInside() == whole.isInside());
}

RC_GTEST_PROP(Range, ContainsEachPathOnceIfMadeByCuts, ()) {
  auto cuts = *rc::gen::container<std::vector<machine::Path>>(somePath());
  const auto some = *somePath();
  std::sort(cuts.begin(), cuts.end());
  const auto ranges = rangesBetween(cuts);
  RC_ASSERT(tileTheTree(ranges));
  const auto contains = [&](const Range& range) {
    return (!range.from || some >= *range.from) && (!range.to || some < *range.to);
  };
  RC_ASSERT(std::count_if(ranges.begin(), ranges.end(), contains) == 1);
}

TEST(Range, OnlyWhatFollowsOneAnotherTiles) {
  EXPECT_FALSE(tileTheTree({}));
  EXPECT_TRUE(tileTheTree({Range()}));
  EXPECT_FALSE(tileTheTree({between("0", "1")}));
  EXPECT_FALSE(tileTheTree({{{}, path("1")}, {path("2"), {}}}));
  EXPECT_FALSE(tileTheTree({{{}, path("2")}, {path("2"), path("1")}, {path("1"), {}}}));
  EXPECT_FALSE(tileTheTree({{path("1"), {}}, {{}, path("1")}}));
}

TEST(Range, NamesItselfAndShortensLongPaths) {
  EXPECT_EQ(between("0x3", "1.2").text(), "paths from 0x3 to 1.2");
  EXPECT_EQ((Range{path("0x3"), {}}).text(), "paths from 0x3 on");
  EXPECT_EQ((Range{{}, path("1.2")}).text(), "paths before 1.2");
  std::string text = "0";
  for (int i = 0; i < 100; ++i) text += i % 2 == 0 ? ".1" : ".0";
  const std::string shown = (Range{{}, path(text.c_str())}).text();
  EXPECT_LT(shown.size(), 60u) << shown;
  EXPECT_NE(shown.find("…"), std::string::npos) << shown;
}

TEST(Cuts, AreReadWithCommentsAndRepetitions) {
  const auto cuts = parseCuts("# from somewhere\n.\n0x3\n0x3\r\n\n1.2", "cuts");
  ASSERT_TRUE(cuts) << cuts.error().message;
  EXPECT_EQ(*cuts, (std::vector{path(""), path("0x3"), path("0x3"), path("1.2")}));
  ASSERT_TRUE(parseCuts("", "cuts"));
  EXPECT_TRUE(parseCuts("", "cuts")->empty());
}

TEST(Cuts, AreRefusedWithTheLineThatIsWrong) {
  const auto complaint = [](const std::string& text) {
    const auto cuts = parseCuts(text, "cuts");
    return cuts ? std::string("accepted") : cuts.error().message;
  };
  EXPECT_EQ(complaint("1\n0\n"), "cuts:2: the paths are not sorted");
  EXPECT_EQ(complaint("0\n1 2\n").substr(0, 18), "cuts:2: not a path");
  EXPECT_EQ(complaint(" # 1\n").substr(0, 18), "cuts:1: not a path");
  EXPECT_EQ(complaint("0x15000000\n0x15000000\n"), "cuts:2: the path is too long");
  EXPECT_LT(complaint(std::string(1'000'000, 'a')).size(), 300u);
  std::string many;
  for (int i = 0; i <= 100'000; ++i) many += "1\n";
  EXPECT_EQ(complaint(many), "cuts:100001: more than 100000 paths");
}

RC_GTEST_PROP(Cuts, AreReadBackFromTheirLines, ()) {
  auto cuts = *rc::gen::container<std::vector<machine::Path>>(somePath());
  std::sort(cuts.begin(), cuts.end());
  std::string text;
  for (const machine::Path& cut : cuts) text += lineOf(cut) + "\n";
  const auto read = parseCuts(text, "cuts");
  RC_ASSERT(bool(read));
  RC_ASSERT(*read == cuts);
}

RC_GTEST_PROP(Cuts, AreReadOrRefusedWhateverTheTextIs, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("01x.#\n\r \0", 9)));
  RC_PRE(text.find("x1") == std::string::npos);
  const auto cuts = parseCuts(text, "cuts");
  if (cuts) RC_ASSERT(std::is_sorted(cuts->begin(), cuts->end()));
}

}  // namespace
}  // namespace clew::search
