// Searches of ranges as the tests ask for them.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "ranges/oracle.h"
#include "search/search.h"

namespace clew::ranges {

/// Under which nothing is a violation, so that everything is explored.
search::Options lookingForNothing();

struct Searched {
  search::Result result;
  uint64_t states;
  uint64_t transitions;
};
Searched searched(const program::Program& program, search::Options options, const std::vector<search::Range>& ranges);

/// What a search remembers at its end.
struct Remembered {
  Contents visited;  // whole, with all that follows
  Contents states;   // and those on boundaries
  uint64_t counted = 0;
  /// Steps from visited states to others. Without a bound and a reduction there must be none.
  uint64_t leaks = 0;
};
/// Ranges one after the other with a common set; all paths if there are no ranges.
Remembered remembered(const program::Program& program, const search::Options& options,
                      std::span<const search::Range> ranges);

/// Runs that end in a violation, with what is found there.
using Runs = std::map<machine::Path, Finding>;
struct ViolatingRuns {
  Runs runs;
  std::vector<std::string> strays;  // that a search reported although they are not in the range that it was given
};
/// All of a range. A search ends at the first one, so what is before and behind it is searched again.
ViolatingRuns violatingRuns(const program::Program& program, const search::Options& options,
                            const search::Range& range);

/// For people.
std::string describe(const search::Options& options);

}  // namespace clew::ranges
