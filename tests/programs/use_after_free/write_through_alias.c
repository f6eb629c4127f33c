/* Nobody must write through a second pointer to an object that was freed through the first. */
#include <stdlib.h>

struct node {
  int value;
  struct node *other;
};

int main(void) {
  struct node *a = malloc(sizeof *a);
  struct node *b = malloc(sizeof *b);
  a->other = b;
  b->other = a;
  free(b);
  a->other->value = 1;
  free(a);
  return 0;
}
