#include "search/range.h"

#include <fmt/format.h>

#include <algorithm>

#include "support/text_file.h"

namespace clew::search {

namespace {

constexpr uint64_t kLargestFile = uint64_t{64} << 20;
constexpr size_t kMostCuts = 100'000;
constexpr size_t kMostChoices = 20'000'000;  // of all paths of a file: 0x99999999 is short and takes 400 MB
constexpr size_t kLongestText = 40;

/// The first choice in which two paths differ, of which so many are known to be equal; or where the shorter one ends.
size_t firstDifference(const machine::Path& one, const machine::Path& other, size_t known) {
  const size_t end = std::min(one.size(), other.size());
  while (known < end && one[known] == other[known]) ++known;
  return known;
}

}  // namespace

std::string shortText(const machine::Path& path) {
  std::string text = path.text();
  if (text.empty()) return "the beginning";
  if (text.size() <= kLongestText) return text;
  return text.substr(0, kLongestText * 2 / 3) + "…" + text.substr(text.size() - kLongestText / 3);
}

bool Range::isEmpty() const {
  if (!to) return false;
  return from ? *from >= *to : to->size() == 0;
}

bool Range::isWhole() const { return !to && (!from || from->size() == 0); }

Range::Place Range::place() const {
  if (isEmpty()) return {.isOutside = true};
  return {.onFrom = from && from->size() > 0, .onTo = to.has_value()};
}

Range::Place Range::placeOf(const machine::Path& path, const Place& before, size_t known) const {
  Place place = before;
  if (before.onFrom) {
    const size_t index = firstDifference(path, *from, known);
    place.onFrom = index == path.size() && index < from->size();
    place.isOutside |= index < path.size() && index < from->size() && path[index] < (*from)[index];
  }
  if (before.onTo) {
    const size_t index = firstDifference(path, *to, known);
    place.onTo = index == path.size() && index < to->size();
    place.isOutside |= index == to->size() || (index < path.size() && path[index] > (*to)[index]);
  }
  return place;
}

std::string Range::text() const {
  if (from && to) return fmt::format("paths from {} to {}", shortText(*from), shortText(*to));
  if (from) return fmt::format("paths from {} on", shortText(*from));
  return to ? fmt::format("paths before {}", shortText(*to)) : "all paths";
}

std::vector<Range> rangesBetween(const std::vector<machine::Path>& cuts) {
  std::vector<Range> ranges(cuts.size() + 1);
  for (size_t i = 0; i < cuts.size(); ++i) ranges[i].to = ranges[i + 1].from = cuts[i];
  return ranges;
}

bool tileTheTree(const std::vector<Range>& ranges) {
  if (ranges.empty()) return false;
  const auto isOpen = [](const Range& range) { return !range.from || range.from->size() == 0; };
  if (!isOpen(ranges.front()) || ranges.back().to) return false;
  for (size_t i = 1; i < ranges.size(); ++i) {
    const auto& cut = ranges[i - 1].to;
    // A range that is empty because it ends before it begins would leave what lies between to two others.
    if (!cut || ranges[i].from != cut || (ranges[i].to && *ranges[i].to < *cut)) return false;
  }
  return true;
}

std::string lineOf(const machine::Path& cut) { return cut.size() == 0 ? "." : cut.text(); }

support::Result<std::vector<machine::Path>> parseCuts(std::string_view text, const std::string& name) {
  std::vector<machine::Path> cuts;
  size_t choices = 0;
  for (size_t number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const auto complaint = [&](std::string_view what) {
      return support::Error{fmt::format("{}:{}: {}", name, number, what)};
    };
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.starts_with('#')) continue;
    const bool isBeginning = line == ".";
    auto path = machine::Path::parse(isBeginning ? "" : line, kMostChoices - choices);
    if (!path) return complaint(path.error().message.substr(0, 200));
    choices += path->size();
    if (!cuts.empty() && *path < cuts.back()) return complaint("the paths are not sorted");
    if (cuts.size() == kMostCuts) return complaint(fmt::format("more than {} paths", kMostCuts));
    cuts.push_back(std::move(*path));
  }
  return cuts;
}

support::Result<std::vector<machine::Path>> readCuts(const std::string& file) {
  const auto text = support::readTextFile(file, kLargestFile);
  if (!text) return text.error();
  return parseCuts(*text, file);
}

}  // namespace clew::search
