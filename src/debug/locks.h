// Who holds what, and who waits for what, at a position of a path.
#pragma once

#include <string>
#include <vector>

#include "debug/recording.h"

namespace clew::debug {

struct LockLine {
  std::string name;   // of a mutex, or of a thread that waits
  std::string state;  // `held by T2`, `waits for mutex m, held by T2`
};
std::vector<LockLine> locksOf(const Recording& recording, const Scene& scene);

}  // namespace clew::debug
