// Objects that are made on first use and destroyed at the end: function-local statics and thread-local objects.
//
// The first byte of a guard tells whether the object exists, which the compiler's code looks at itself; the second
// half of it whether some thread is making it.
#include "machine.h"

#include <cxxabi.h>
#include <pthread.h>
#include <stdlib.h>

#include <new>

extern "C" void (*__clewrt_atExitOfThread)(void);

extern "C" {
// Reference counts are always changed atomically.
extern const char __libc_single_threaded;
const char __libc_single_threaded = 0;

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
__thread Destruction* lastActions;  // after all thread-local objects are gone
pthread_key_t endOfThread;
bool hasKey;

/// A destructor may make other thread-local objects, which then are destroyed next.
void runAll(Destruction*& list) {
  while (list != nullptr) {
    Destruction* destruction = list;
    const Destruction content = *destruction;
    list = content.next;
    free(destruction);
    content.function(content.object);
  }
}

void destroyThreadLocals() {
  runAll(destructions);
  runAll(lastActions);
}

void destroyAtThreadEnd(void*) { destroyThreadLocals(); }

/// The thread will come by when it ends.
void visitAtThreadEnd() {
  if (!hasKey) {
    hasKey = true;
    pthread_key_create(&endOfThread, &destroyAtThreadEnd);
    __clewrt_atExitOfThread = &destroyThreadLocals;
  }
  if (destructions == nullptr && lastActions == nullptr) pthread_setspecific(endOfThread, &hasKey);
}

bool add(Destruction*& list, void (*function)(void*), void* object) {
  visitAtThreadEnd();
  auto* made = static_cast<Destruction*>(malloc(sizeof(Destruction)));
  if (made == nullptr) return false;
  *made = {function, object, list};
  list = made;
  return true;
}

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
  return add(destructions, function, object) ? 0 : -1;
}

}  // extern "C"
}  // namespace __cxxabiv1

extern "C" void __clewrt_atThreadEnd(void (*function)(void*), void* argument) {
  if (!add(lastActions, function, argument)) throw std::bad_alloc();
}
