// A part of the tree of choices, between two paths. Paths are ordered by their first differing choice, a beginning of
// a path comes before it (machine/path.h), so the runs of a program lie in a row, and cut paths divide the row. A
// range is half-open: it holds the runs from one path on and before another, and cut paths c1 <= ... <= cn make n + 1
// ranges that contain every run exactly once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "machine/path.h"
#include "support/result.h"

namespace clew::search {

struct Range {
  std::optional<machine::Path> from;  // none: from the first run on
  std::optional<machine::Path> to;    // none: up to the last one

  /// Whether no run can be in it.
  bool isEmpty() const;
  /// Whether every run is.
  bool isWhole() const;

  /// How the runs that begin with a path lie to the range. On a bound means that the path is the beginning of it, and
  /// shorter: some of these runs are in the range and others may not be.
  struct Place {
    bool isOutside = false;
    bool onFrom = false;
    bool onTo = false;

    bool isTight() const { return !isOutside && (onFrom || onTo); }
    bool isInside() const { return !isOutside && !onFrom && !onTo; }
  };
  /// Of all runs.
  Place place() const;
  /// Of those that begin with a path, whose first `known` choices have a place that is known and not outside.
  Place placeOf(const machine::Path& path, const Place& before, size_t known) const;
  Place placeOf(const machine::Path& path) const { return placeOf(path, place(), 0); }

  /// For people: `paths from 0x3 to 1.2`; long paths are shortened.
  std::string text() const;
};

/// Enough of a path for people to recognise it.
std::string shortText(const machine::Path& path);

/// The ranges between sorted cut paths.
std::vector<Range> rangesBetween(const std::vector<machine::Path>& cuts);
/// Whether every run is in exactly one of these.
bool tileTheTree(const std::vector<Range>& ranges);

/// Cut paths as a file: one on each line, sorted, the path without choices as a dot; lines that begin with # say
/// what people want to know. `name` is for complaints.
support::Result<std::vector<machine::Path>> parseCuts(std::string_view text, const std::string& name);
support::Result<std::vector<machine::Path>> readCuts(const std::string& file);
std::string lineOf(const machine::Path& cut);

}  // namespace clew::search
