/* snprintf writes the letter that the thread reads. */
#include <pthread.h>
#include <stdio.h>

static char text[8] = "abc";

static void *look(void *unused) { return text[1] == 'b' ? unused : 0; }

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, look, 0);
  snprintf(text, sizeof text, "%d", 123);
  pthread_join(a, 0);
  return 0;
}
