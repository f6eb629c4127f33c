// Limits that keep a checked program's own excesses finite, and what the machine treats as an error
// although a program may well mean it.
#pragma once

#include <cstdint>

#include "program/address.h"

namespace clew::machine {

struct MachineLimits {
  uint32_t callDepth = 10'000;
  uint64_t objectBytes = program::kLargestObject;
  uint64_t totalBytes = uint64_t{4} << 30;

  bool allocationMayFail = false;  // every allocation has a second alternative, in which it returns null
  bool overflowWraps = false;      // instead of being a fault
  bool reportLeaks = false;
  bool reportLostMemory = false;
  bool reportRecursion = false;  // otherwise calls that nest too deep end the search without a verdict
};

}  // namespace clew::machine
