/* The other thread frees the object; a pointer that may still be around must not find a new object under its name. */
#include <pthread.h>
#include <stdlib.h>
#include <clew.h>
static int *volatile q; static int flag, done;
static int *alloc(void) { int *p = malloc(sizeof *p); *p = 1; return p; }
void __VERIFIER_assume(int);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *clear(void *u) { if (clew_choose(2) == 0) q = NULL; pthread_mutex_unlock(&m); return NULL; }
static void *work(void *u) {
  pthread_mutex_lock(&m);
  int *p = alloc(); q = p; flag = 1;
  while (flag != 2) pthread_mutex_unlock(&m), pthread_mutex_lock(&m);
  free(p); done = 1;
  int *r = alloc();
  if (q) *q = 7;
  free(r);
  pthread_mutex_unlock(&m);
  return NULL; }
static void *other(void *u) {
  int k = clew_choose(2);
  pthread_mutex_lock(&m);
  if (flag == 1) { if (k == 0) q = NULL; flag = 2; }
  pthread_mutex_unlock(&m);
  return NULL; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, other, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(b, NULL);
  return 0;
}
