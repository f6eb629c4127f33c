// Which threads of a program may change places, as far as its code can tell. A thread may if nothing it can execute
// shows it which thread it is: it asks for no handle or number of its own, and nothing lives in its own part of memory,
// whose addresses differ from thread to thread. The mutexes it takes must be known variables, since a held mutex names
// its owner.
//
// All this is read off the code that a start function reaches. When in doubt the answer is no, with a reason.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/program.h"

namespace clew::program {

struct ThreadSymmetry {
  std::string refusal;             // why no threads of this program change places; empty: some do
  std::vector<std::string> notes;  // why threads of some start functions do not
  std::vector<uint8_t> harmless;   // per function: threads that begin there may change places
  std::vector<uint64_t> mutexes;   // that such threads take, sorted
  bool writesAnywhere = false;     // threads other than main may write through pointers
  std::vector<uint8_t> written;    // per global: they may write it

  /// There are threads that may change places.
  bool isUsable() const { return refusal.empty() && !harmless.empty(); }
};

ThreadSymmetry findThreadSymmetry(const Program& program);

}  // namespace clew::program
