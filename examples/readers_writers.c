/* A readers-writer lock around a value that is computed when it is first asked for.

   The bug: a reader that finds no value upgrades its lock, that is, waits until it is the only reader
   and then writes. Two readers that upgrade at the same time wait for each other to leave. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define USERS 2

typedef struct RwLock {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int readers;
  bool writing;
} RwLock;

static RwLock lock = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
static bool computed;
static int value;

static void lock_read(RwLock *l) {
  pthread_mutex_lock(&l->mutex);
  while (l->writing) {
    pthread_cond_wait(&l->changed, &l->mutex);
  }
  l->readers++;
  pthread_mutex_unlock(&l->mutex);
}

static void unlock_read(RwLock *l) {
  pthread_mutex_lock(&l->mutex);
  l->readers--;
  pthread_cond_broadcast(&l->changed);
  pthread_mutex_unlock(&l->mutex);
}

static void upgrade(RwLock *l) {
  pthread_mutex_lock(&l->mutex);
  while (l->readers > 1) {
    pthread_cond_wait(&l->changed, &l->mutex);
  }
  l->readers = 0;
  l->writing = true;
  pthread_mutex_unlock(&l->mutex);
}

static void downgrade(RwLock *l) {
  pthread_mutex_lock(&l->mutex);
  l->writing = false;
  l->readers = 1;
  pthread_cond_broadcast(&l->changed);
  pthread_mutex_unlock(&l->mutex);
}

static int get(void) {
  lock_read(&lock);
  if (!computed) {
    upgrade(&lock);
    value = 42;
    computed = true;
    downgrade(&lock);
  }
  int result = value;
  unlock_read(&lock);
  return result;
}

static void *user(void *unused) {
  int result = get();
  assert(result == 42);
  return unused;
}

int main(void) {
  pthread_t thread[USERS];
  for (int i = 0; i < USERS; i++) {
    pthread_create(&thread[i], NULL, user, NULL);
  }
  for (int i = 0; i < USERS; i++) {
    pthread_join(thread[i], NULL);
  }
  return 0;
}
