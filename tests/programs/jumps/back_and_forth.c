// longjmp leaves the frames in between, and setjmp returns again with the value, never with 0.
#include <assert.h>
#include <setjmp.h>
#include <stdio.h>

static jmp_buf place;
static int value;

static void descend(int depth) {
  int padding[3] = {depth, depth, depth};
  if (depth == 0) longjmp(place, value++);
  descend(depth - 1);
  printf("%d", padding[0]);
}

int main(void) {
  volatile int round = 0;
  const int returned = setjmp(place);
  printf("returned %d in round %d\n", returned, round);
  if (++round < 4) descend(round);
  assert(returned == 2);
  jmp_buf local;
  if (setjmp(local) != 0) return 0;
  longjmp(local, 0);
}
