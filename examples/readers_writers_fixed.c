/* A readers-writer lock around a value that is computed when it is first asked for.

   A reader that finds no value gives its lock back before it asks for the writer's. Another thread
   may have computed the value in between, so it looks again. */
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

static void lock_write(RwLock *l) {
  pthread_mutex_lock(&l->mutex);
  while (l->writing || l->readers > 0) {
    pthread_cond_wait(&l->changed, &l->mutex);
  }
  l->writing = true;
  pthread_mutex_unlock(&l->mutex);
}

static void unlock_write(RwLock *l) {
  pthread_mutex_lock(&l->mutex);
  l->writing = false;
  pthread_cond_broadcast(&l->changed);
  pthread_mutex_unlock(&l->mutex);
}

static int compute(void) {
  lock_write(&lock);
  if (!computed) {
    value = 42;
    computed = true;
  }
  int result = value;
  unlock_write(&lock);
  return result;
}

static int get(void) {
  lock_read(&lock);
  bool found = computed;
  int result = value;
  unlock_read(&lock);
  return found ? result : compute();
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
