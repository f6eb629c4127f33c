/* Compound literals and designated initializers must set what they name and clear the rest. */
#include <assert.h>
#include <stdio.h>

struct point { int x, y, z; };

static int dot(const struct point *a, const struct point *b) {
  return a->x * b->x + a->y * b->y + a->z * b->z;
}

static int sum(const int *values, int n) {
  int total = 0;
  while (n--)
    total += *values++;
  return total;
}

static const struct point *origin = &(struct point){.y = 8};

int main(void) {
  printf("%d\n", dot(&(struct point){1, 2, 3}, &(struct point){.z = 4, .x = 5}));
  printf("%d\n", sum((int[]){1, 2, 3, 4}, 4));
  int sparse[8] = {[2] = 5, 6, [7] = 9};
  for (int i = 0; i < 8; i++)
    printf("%d ", sparse[i]);
  printf("\n");
  struct point *changed = &(struct point){7, 7, 7};
  changed->y = 0;
  printf("%d%d%d %d%d\n", changed->x, changed->y, changed->z, origin->x, origin->y);
  char text[] = {"clew"};
  assert(sizeof text == 5 && text[4] == 0);
  return 0;
}
