/* Two readers must not see two independent writes in opposite orders under sequential consistency. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int x_then_y[2], y_then_x[2];

static void *write_x(void *unused) {
  x = 1;
  return 0;
}

static void *read_x_then_y(void *unused) {
  x_then_y[0] = x;
  x_then_y[1] = y;
  return 0;
}

static void *read_y_then_x(void *unused) {
  y_then_x[0] = y;
  y_then_x[1] = x;
  return 0;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, write_x, 0);
  pthread_create(&b, 0, read_x_then_y, 0);
  pthread_create(&c, 0, read_y_then_x, 0);
  y = 1;
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  assert(!(x_then_y[0] == 1 && x_then_y[1] == 0 && y_then_x[0] == 1 && y_then_x[1] == 0));
  return 0;
}
