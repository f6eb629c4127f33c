// A pointer to a freed object that lies across two pieces of a packed structure is overwritten by halves.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static struct __attribute__((packed)) {
  char before[60];
  uintptr_t pointer; /* a piece ends in its middle */
  char behind[60];
} packed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* One half of the pointer. */
static void *clear(void *argument) {
  char *half = (char *)&packed + 60 + (long)argument;
  pthread_mutex_lock(&lock);
  memset(half, 0, 4);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *mark(void *argument) {
  pthread_mutex_lock(&lock);
  packed.behind[1] = 1;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t threads[3] = {0};
  char *object = malloc(8);
  if (object == NULL) return 0;
  const uintptr_t word = (uintptr_t)object;
  memcpy((char *)&packed + offsetof(__typeof__(packed), pointer), &word, sizeof(word));
  free(object);
  object = NULL;
  pthread_create(&threads[0], NULL, clear, (void *)0L);
  pthread_create(&threads[1], NULL, clear, (void *)4L);
  pthread_create(&threads[2], NULL, mark, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(packed.pointer == 0 && packed.behind[1] == 1);
}
