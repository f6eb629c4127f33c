#include "debug/locks.h"

#include "report/naming.h"

namespace clew::debug {

std::vector<LockLine> locksOf(const Recording& recording, const Scene& scene) {
  std::vector<LockLine> lines;
  for (const uint64_t address : recording.mutexes()) {
    const machine::Object* object = scene.machine.memory().find(address);
    if (object == nullptr || !object->live) continue;
    const uint32_t owner = scene.machine.mutexOwner(address);
    lines.push_back({report::nameOfAddress(scene.machine, scene.names.heap(), address),
                     owner == 0 ? "free" : "held by " + scene.names.ofThread(owner - 1)});
  }
  for (const inspect::ThreadView& thread : scene.view.threads()) {
    const bool waits = thread.state.starts_with("waits") || thread.state.starts_with("woken");
    if (waits) lines.push_back({thread.name, thread.state});
  }
  return lines;
}

}  // namespace clew::debug
