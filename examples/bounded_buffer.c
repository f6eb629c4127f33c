/* A bounded buffer with one producer and two consumers.

   The bug: take() asks with `if` whether the buffer is empty. A signal says that there was an item,
   not that it is still there: before the consumer that was woken has the mutex again, the other one
   can come along and take the item. */
#include <assert.h>
#include <pthread.h>

#define CAPACITY 1
#define CONSUMERS 2

typedef struct Buffer {
  pthread_mutex_t mutex;
  pthread_cond_t not_empty;
  pthread_cond_t not_full;
  int items[CAPACITY];
  int first;
  int count;
} Buffer;

static Buffer buffer = {.mutex = PTHREAD_MUTEX_INITIALIZER,
                        .not_empty = PTHREAD_COND_INITIALIZER,
                        .not_full = PTHREAD_COND_INITIALIZER};

static void put(Buffer *b, int item) {
  pthread_mutex_lock(&b->mutex);
  while (b->count == CAPACITY) {
    pthread_cond_wait(&b->not_full, &b->mutex);
  }
  b->items[(b->first + b->count) % CAPACITY] = item;
  b->count++;
  pthread_cond_signal(&b->not_empty);
  pthread_mutex_unlock(&b->mutex);
}

static int take(Buffer *b) {
  pthread_mutex_lock(&b->mutex);
  if (b->count == 0) {
    pthread_cond_wait(&b->not_empty, &b->mutex);
  }
  assert(b->count > 0);
  int item = b->items[b->first];
  b->first = (b->first + 1) % CAPACITY;
  b->count--;
  pthread_cond_signal(&b->not_full);
  pthread_mutex_unlock(&b->mutex);
  return item;
}

static void *consumer(void *result) {
  *(int *)result = take(&buffer);
  return NULL;
}

int main(void) {
  pthread_t thread[CONSUMERS];
  int taken[CONSUMERS];
  for (int i = 0; i < CONSUMERS; i++) {
    pthread_create(&thread[i], NULL, consumer, &taken[i]);
  }
  put(&buffer, 1);
  put(&buffer, 2);
  for (int i = 0; i < CONSUMERS; i++) {
    pthread_join(thread[i], NULL);
  }
  assert(taken[0] + taken[1] == 3);
  return 0;
}
