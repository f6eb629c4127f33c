/* The signal may come before the wait, and nobody asks for the condition itself. */
#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t ready;

static int signal_it(void *unused) {
  (void)unused;
  mtx_lock(&mutex);
  cnd_signal(&ready);
  mtx_unlock(&mutex);
  return 0;
}

int main(void) {
  thrd_t thread;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&ready);
  thrd_create(&thread, signal_it, 0);
  mtx_lock(&mutex);
  cnd_wait(&ready, &mutex);
  mtx_unlock(&mutex);
  thrd_join(thread, 0);
  return 0;
}
