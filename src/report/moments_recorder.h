// Fills in the moments of a path while it is executed.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "machine/machine.h"
#include "report/moments.h"
#include "report/naming.h"

namespace clew::report {

struct Trace;

/// Writes are not waited for: what is known to have a name is looked at again whenever a line is over, so that no way
/// to change memory is missed.
class MomentsRecorder {
 public:
  MomentsRecorder(const machine::ConcreteMachine& machine, HeapNumbers& numbers, const Trace& trace, Moments& moments)
      : machine_(machine), numbers_(numbers), trace_(trace), moments_(moments) {}

  /// The line touches `bytes` bytes of an object; a write has not been done yet.
  void touch(uint32_t line, const machine::Object& object, uint64_t offset, unsigned bytes, uint32_t type,
             const std::string& name);
  /// A mutex is used.
  void useMutex(uint64_t address, const std::string& name);
  void forgetMutex(uint64_t address);
  /// What a lock that is no mutex says of itself: a thread, by its number, gets it or gives it back.
  void hold(uint32_t line, uint64_t address, const std::string& name, uint32_t thread, bool holds);
  /// An object is freed; what comes to its address later is another one.
  void free(uint32_t line, uint64_t address);
  /// What has changed in memory since the last time has done so by the end of this line.
  void settle(uint32_t line);
  /// Whatever mutex has another owner since the last time got it by this line.
  void settleLocks(uint32_t line);
  /// Where a thread stands from this line on.
  void stand(Moments::Stand stand);

 private:
  /// A place that is looked at.
  struct Followed {
    uint64_t address = 0;
    unsigned bytes = 0;
    uint32_t type = 0;
    uint32_t source = 0;  // of the object
    uint32_t place = 0;
    uint64_t bits = 0;
    uint64_t undefined = 0;
  };
  struct Mutex {
    uint64_t address = 0;
    uint32_t lock = 0;
    uint32_t owner = 0;  // its number and 1; 0: nobody
  };

  bool look(Followed& followed) const;
  std::string textOf(const Followed& followed) const;
  uint32_t lockOf(uint64_t address, const std::string& name);
  uint32_t indexOf(uint32_t threadNumber) const;
  void noteOwner(uint32_t line, const Mutex& mutex, uint32_t owner, bool holds);

  const machine::ConcreteMachine& machine_;
  HeapNumbers& numbers_;
  const Trace& trace_;
  Moments& moments_;
  std::vector<Followed> followed_;
  std::vector<Mutex> mutexes_;
  std::unordered_map<uint64_t, uint32_t> locks_;         // by address
  std::unordered_map<uint32_t, Moments::Stand> stands_;  // the last one of each thread
};

}  // namespace clew::report
