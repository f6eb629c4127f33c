// The end of a path in the symbolic search.
#pragma once

#include <memory>
#include <vector>

#include "property/property.h"
#include "symbolic/replay.h"
#include "symbolic/run.h"

namespace clew::symbolic {

/// Where a path ends, if it can be gone at all.
struct Leaf {
  enum class Kind : uint8_t {
    Violation,
    Unreported,  // a fault that is not among the checked properties
    Unmodelled,
    Cut
  };
  Kind kind;
  property::Property property = property::Property::Assert;
  machine::Report report;
  std::vector<ScheduleStep> schedule;
  std::shared_ptr<const Inputs> inputs;
};

}  // namespace clew::symbolic
