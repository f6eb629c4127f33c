/* Streams and exit handlers may use memory of the library, which is no leak of the program. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_key_t key;

static void clean(void) { printf("end\n"); }

static void *work(void *unused) {
  pthread_setspecific(key, &key);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_key_create(&key, 0);
  pthread_create(&a, 0, work, 0);
  pthread_join(a, 0);
  atexit(clean);
  printf("%d\n", 1);
  return 0;
}
