/* Two threads move the flap of a wing. One moves the position to the goal, a step of time for each 1, or for each 10 in
   an emergency, and fails if that takes more than one step. The other sets a far goal and the emergency if an unknown
   flag says so.

   Figure 11, "Flap controller (unsafe)": violated, as the goal can change before the speed does.
   -DFIXED has a mutex around both: safe. */
#include <pthread.h>
#include <stdatomic.h>

#include "inputs.h"

#define NORMAL_SPEED 1
#define EMERGENCY_SPEED 10

static atomic_int position = 20, goal = 21, speed = NORMAL_SPEED;
static pthread_mutex_t controls = PTHREAD_MUTEX_INITIALIZER;

static void begin(void) {
#ifdef FIXED
  pthread_mutex_lock(&controls);
#endif
}

static void end(void) {
#ifdef FIXED
  pthread_mutex_unlock(&controls);
#endif
}

static void* move_flap(void* unused) {
  begin();
  for (int time = 1; position < goal; time++) {
    assert(time <= 1);
    position += speed;
  }
  end();
  return unused;
}

static void* watch(void* unused) {
  if (__VERIFIER_nondet_int() > 0) {
    begin();
    goal = 30;
    speed = EMERGENCY_SPEED;
    end();
  }
  return unused;
}

int main(void) {
  (void)controls;
  pthread_t mover, watcher;
  pthread_create(&mover, 0, move_flap, 0);
  pthread_create(&watcher, 0, watch, 0);
  pthread_join(mover, 0);
  pthread_join(watcher, 0);
  return 0;
}
