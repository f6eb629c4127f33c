/* Readers and writers, as long as the library is open, which is for ever, with preference for writers: many may read
 * at a time, one may write, and who wants to read waits while somebody wants to write. Reading and writing happen
 * outside the monitor that admits them. Choose sizes with -DREADERS= and -DWRITERS=; the second and third invariant
 * are written for 3 and 3. */
// invariant: active_readers == 0 || active_writers == 0
// invariant: active_readers >= 0 && active_readers <= 3
// invariant: active_writers <= 1 && active_writers + waiting_writers <= 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef READERS
#define READERS 3
#endif
#ifndef WRITERS
#define WRITERS 3
#endif

static atomic_bool open = true;

static pthread_mutex_t monitor = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int active_readers, active_writers, waiting_writers;

static bool torn; /* a writer is half through */

static void before_read(void) {
  pthread_mutex_lock(&monitor);
  while (active_writers + waiting_writers > 0) pthread_cond_wait(&changed, &monitor);
  active_readers++;
  pthread_mutex_unlock(&monitor);
}

static void after_read(void) {
  pthread_mutex_lock(&monitor);
  const int others = --active_readers;
  assert(others >= 0);
  if (others == 0) pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&monitor);
}

static void before_write(void) {
  pthread_mutex_lock(&monitor);
  waiting_writers++;
  while (active_readers + active_writers > 0) pthread_cond_wait(&changed, &monitor);
  waiting_writers--;
  active_writers++;
  pthread_mutex_unlock(&monitor);
}

static void after_write(void) {
  pthread_mutex_lock(&monitor);
  const int others = --active_writers;
  assert(others == 0);
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&monitor);
}

static void *reader(void *argument) {
  (void)argument;
  while (open) {
    before_read();
    assert(!torn);
    after_read();
  }
  return NULL;
}

static void *writer(void *argument) {
  (void)argument;
  while (open) {
    before_write();
    assert(!torn);
    torn = true;
    torn = false;
    after_write();
  }
  return NULL;
}

int main(void) {
  pthread_t threads[READERS + WRITERS];
  for (int i = 0; i < READERS + WRITERS; i++) {
    pthread_create(&threads[i], NULL, i < READERS ? reader : writer, NULL);
  }
  for (int i = 0; i < READERS + WRITERS; i++) pthread_join(threads[i], NULL);
}
