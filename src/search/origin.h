// How a state was found.
#pragma once

#include <cstdint>

#include "search/heuristic.h"

namespace clew::search {

struct Origin {
  uint32_t parent;  // 0: it is the first one
  uint32_t alternative;
  uint32_t depth;
  uint32_t value;  // by the heuristic
  History history;
};

}  // namespace clew::search
