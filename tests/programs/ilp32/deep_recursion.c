/* Every frame has a local whose address is known outside. */
#include <assert.h>
#include <stddef.h>

struct frame { struct frame *up; long long depth; };

static long long descend(struct frame *up, int left) {
  struct frame mine = {up, up ? up->depth + 1 : 0};
  if (left == 0) {
    long long count = 0;
    for (struct frame *at = &mine; at; at = at->up) count++;
    return count;
  }
  return descend(&mine, left - 1);
}

int main(void) {
  assert(descend(NULL, 2000) == 2001);
  return 0;
}
