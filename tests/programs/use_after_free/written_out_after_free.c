/* A library function that reads shared memory can be preceded by another thread, which frees what it reads. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <clew.h>
static char buf[4] = "abc";
static int flag;
static void *writer(void *heap) {
  FILE *out = stdout;
  char *s = clew_choose(2) == 0 ? buf : heap;
  flag = 1;
  fwrite(s, 1, 1, out);
  return NULL;
}
static void *freer(void *heap) { if (flag) free(heap); return NULL; }
int main(void) {
  pthread_t a, b;
  char *h = calloc(4, 1);
  pthread_create(&a, NULL, writer, h);
  pthread_create(&b, NULL, freer, h);
  pthread_join(a, NULL); pthread_join(b, NULL);
}
