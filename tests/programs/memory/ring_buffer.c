/* A ring buffer must give the values back in order while its indices wrap around the end. */
#include <assert.h>
#include <clew.h>

static int ring[3];
static unsigned head, tail;

static int put(int value) {
  if (head - tail == 3)
    return 0;
  ring[head++ % 3] = value;
  return 1;
}

static int get(int *value) {
  if (head == tail)
    return 0;
  *value = ring[tail++ % 3];
  return 1;
}

int main(void) {
  int next_in = 0, next_out = 0, value;
  for (int step = 0; step < 8; step++) {
    if (clew_choose(2))
      next_in += put(next_in);
    else if (get(&value))
      assert(value == next_out++);
  }
  return 0;
}
