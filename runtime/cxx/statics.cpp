// Objects that are made on first use and destroyed at the end: function-local statics and thread-local objects.
//
// The first byte of a guard tells whether the object exists, which the compiler's code looks at itself; the second
// half of it whether some thread is making it.
#include "machine.h"

#include <cxxabi.h>
#include <pthread.h>
#include <stdlib.h>

extern "C" void (*__clewrt_atExitOfThread)(void);

extern "C" {
extern const char __dso_handle;
const char __dso_handle __attribute__((visibility("hidden"))) = 0;
}

namespace {

struct Guard {
  unsigned done;      // 1 in the first byte
  unsigned inMaking;  // 1 while a thread makes the object
};

Guard* of(__cxxabiv1::__guard* guard) { return reinterpret_cast<Guard*>(guard); }

struct Destruction {
  void (*function)(void*);
  void* object;
  Destruction* next;
};

__thread Destruction* destructions;
pthread_key_t endOfThread;
bool hasKey;

/// An object's destructor may make other thread-local objects, which then are destroyed next.
void destroyThreadLocals() {
  while (destructions != nullptr) {
    Destruction* destruction = destructions;
    const Destruction content = *destruction;
    destructions = content.next;
    free(destruction);
    content.function(content.object);
  }
}

void destroyAtThreadEnd(void*) { destroyThreadLocals(); }

}  // namespace

namespace __cxxabiv1 {
extern "C" {

int __cxa_guard_acquire(__guard* guard) {
  Guard* ours = of(guard);
  // A thread that comes back here while it makes the object waits for itself: a deadlock, as it is natively.
  while ((ours->done & 0xFF) == 0 && ours->inMaking != 0) __clew_wait_while(&ours->inMaking, 1);
  if ((ours->done & 0xFF) != 0) return 0;
  ours->inMaking = 1;
  return 1;
}

void __cxa_guard_release(__guard* guard) noexcept {
  of(guard)->done = 1;
  of(guard)->inMaking = 0;
}

void __cxa_guard_abort(__guard* guard) noexcept { of(guard)->inMaking = 0; }

int __cxa_thread_atexit(void (*function)(void*), void* object, void*) noexcept {
  if (!hasKey) {
    hasKey = true;
    pthread_key_create(&endOfThread, &destroyAtThreadEnd);
    __clewrt_atExitOfThread = &destroyThreadLocals;
  }
  if (destructions == nullptr) pthread_setspecific(endOfThread, &hasKey);
  auto* made = static_cast<Destruction*>(malloc(sizeof(Destruction)));
  if (made == nullptr) return -1;
  *made = {function, object, destructions};
  destructions = made;
  return 0;
}

}  // extern "C"
}  // namespace __cxxabiv1

