// How many mutexes a thread holds, as its code tells: on a way from the beginning of a function to an instruction it
// has locked so many more than it has unlocked. A guess, for heuristics only: other ways may do something else, what
// pthread_mutex_trylock returns is not known, and locks of the runtime library (read-write locks, semaphores) are none.
#pragma once

#include <cstdint>
#include <vector>

#include "program/program.h"

namespace clew::program {

class LockDepth {
 public:
  explicit LockDepth(const Program& program);

  /// Mutexes taken, less those given up, since the function was entered.
  int32_t at(uint32_t pc) const { return depths_[pc]; }

 private:
  void walk(uint32_t function);
  int32_t changeOf(uint32_t pc) const;

  const Program& program_;
  std::vector<int32_t> depths_;   // per instruction
  std::vector<int32_t> changes_;  // per function: by a whole call of it
  std::vector<uint8_t> isSeen_;   // per instruction: its depth is known
};

}  // namespace clew::program
