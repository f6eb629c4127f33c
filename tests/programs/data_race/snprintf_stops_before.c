/* snprintf writes no further than its result and the final zero. */
#include <pthread.h>
#include <stdio.h>

static char text[8] = "abcdef";

static void *look(void *unused) { return text[3] == 'd' ? unused : 0; }

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, look, 0);
  snprintf(text, 3, "%d", 123456);
  pthread_join(a, 0);
  return text[2];
}
