/* %s reads the letters that the other thread replaces. */
#include <pthread.h>
#include <stdio.h>

static char name[4] = "abc";

static void *change(void *unused) {
  name[1] = 'x';
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, change, 0);
  printf("%s\n", name);
  pthread_join(a, 0);
  return 0;
}
