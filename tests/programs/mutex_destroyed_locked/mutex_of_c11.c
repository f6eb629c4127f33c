/* mtx_destroy of a mutex that is held. */
#include <threads.h>

int main(void) {
  mtx_t lock;
  mtx_init(&lock, mtx_plain);
  mtx_lock(&lock);
  mtx_destroy(&lock);
  return 0;
}
