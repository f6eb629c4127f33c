/* strcpy writes a buffer whose length the other thread measures. */
#include <pthread.h>
#include <string.h>

static char name[8] = "old";

static void *measure(void *unused) {
  return strlen(name) == 3 ? unused : 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, measure, 0);
  strcpy(name, "new");
  pthread_join(a, 0);
  return 0;
}
