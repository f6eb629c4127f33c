// What a path looks like at each of its lines, for those who go through it step by step: which values the memory had
// that the path touches, who held which lock, where each thread stood and what kept it there. Only what changes is
// kept, in the order of the lines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/program.h"

namespace clew::report {

struct Moments {
  /// Some bytes of memory that have a name. They are followed from the line on that touches them first.
  struct Place {
    std::string name;
    std::string value;  // before that line
    uint32_t line = 0;
  };
  struct Change {
    uint32_t line = 0;
    uint32_t place = 0;
    std::string value;  // after the line; empty: the object is gone
  };
  /// A thread gets a lock, or gives it back.
  struct Holding {
    uint32_t line = 0;
    uint32_t lock = 0;
    uint32_t thread = 0;  // position among the trace's threads
    bool holds = false;
  };
  /// Where a thread stands when the lines before this one are done, and what keeps it there.
  struct Stand {
    uint32_t line = 0;
    uint32_t thread = 0;
    program::Location location;
    std::string state;
    bool isBlocked = false;

    bool operator==(const Stand&) const = default;
  };

  std::vector<Place> places;
  std::vector<std::string> locks;
  std::vector<Change> changes;
  std::vector<Holding> holdings;
  std::vector<Stand> stands;
  bool isCut = false;  // more places were touched than are followed
};

}  // namespace clew::report
