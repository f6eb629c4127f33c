/* A pool of worker threads with a queue of jobs, and a shutdown that lets the queue run empty.

   The bug: `stopping` is atomic, so pool_shutdown() sets it without the mutex. A worker that has just
   read it as false and is about to wait misses the broadcast, and shutdown joins it for ever. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define WORKERS 2
#define MOST_JOBS 4

typedef struct Job {
  void (*run)(void *);
  void *argument;
} Job;

typedef struct Pool {
  pthread_mutex_t mutex;
  pthread_cond_t work;
  atomic_bool stopping;
  Job jobs[MOST_JOBS];
  int first;
  int end;
  pthread_t workers[WORKERS];
} Pool;

static Pool pool = {.mutex = PTHREAD_MUTEX_INITIALIZER, .work = PTHREAD_COND_INITIALIZER};

static void *worker(void *argument) {
  Pool *p = argument;
  for (;;) {
    pthread_mutex_lock(&p->mutex);
    while (p->first == p->end && !atomic_load(&p->stopping)) {
      pthread_cond_wait(&p->work, &p->mutex);
    }
    if (p->first == p->end) {
      pthread_mutex_unlock(&p->mutex);
      return NULL;
    }
    Job job = p->jobs[p->first++];
    pthread_mutex_unlock(&p->mutex);
    job.run(job.argument);
  }
}

static void pool_start(Pool *p) {
  for (int i = 0; i < WORKERS; i++) {
    pthread_create(&p->workers[i], NULL, worker, p);
  }
}

static void pool_submit(Pool *p, void (*run)(void *), void *argument) {
  pthread_mutex_lock(&p->mutex);
  assert(p->end < MOST_JOBS);
  p->jobs[p->end++] = (Job){run, argument};
  pthread_cond_signal(&p->work);
  pthread_mutex_unlock(&p->mutex);
}

static void pool_shutdown(Pool *p) {
  atomic_store(&p->stopping, true);
  pthread_cond_broadcast(&p->work);
  for (int i = 0; i < WORKERS; i++) {
    pthread_join(p->workers[i], NULL);
  }
}

static void count(void *total) {
  atomic_fetch_add((atomic_int *)total, 1);
}

int main(void) {
  atomic_int total = 0;
  pool_start(&pool);
  pool_submit(&pool, count, &total);
  pool_shutdown(&pool);
  assert(atomic_load(&total) == 1);
  return 0;
}
