// A driver that locks twice on one way, and leaves its device open on another.
#include <clew.h>

struct mutex {
  int owner;
};

static struct mutex guard;
static int requests;

void mutex_lock(struct mutex *lock) { lock->owner = 1; }
void mutex_unlock(struct mutex *lock) { lock->owner = 0; }
void device_open(int number) { requests = number; }
void device_close(int number) { requests -= number; }

static int serve(int kind) {
  mutex_lock(&guard);
  if (kind == 1) mutex_lock(&guard);
  requests++;
  mutex_unlock(&guard);
  return kind == 2;
}

int main(void) {
  device_open(1);
  if (serve(clew_choose(3))) return 1;
  device_close(1);
  return 0;
}
