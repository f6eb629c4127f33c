/* A message that several threads share. Who gives back the last reference frees it.

   The bug: release() takes one off the count and then reads the count again. Another thread can give
   back the last reference in between; then both see zero, or the second read finds nothing. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define READERS 2

typedef struct Message {
  atomic_int references;
  int content;
} Message;

static void release(Message *message) {
  atomic_fetch_sub(&message->references, 1);
  if (atomic_load(&message->references) == 0) {
    free(message);
  }
}

static void *reader(void *argument) {
  Message *message = argument;
  assert(message->content == 42);
  release(message);
  return NULL;
}

int main(void) {
  pthread_t thread[READERS];
  Message *message = malloc(sizeof *message);
  atomic_init(&message->references, READERS);
  message->content = 42;
  for (int i = 0; i < READERS; i++) {
    pthread_create(&thread[i], NULL, reader, message);
  }
  for (int i = 0; i < READERS; i++) {
    pthread_join(thread[i], NULL);
  }
  return 0;
}
