/* A message that several threads share. Who gives back the last reference frees it.

   release() decides by what atomic_fetch_sub() returns: exactly one thread finds that the count was
   one, and nobody touches the message after its own subtraction but that thread. */
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
  if (atomic_fetch_sub(&message->references, 1) == 1) {
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
