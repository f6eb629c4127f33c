/* Pointers as 32-bit integers: tags in the low bits, XOR lists, halves put together. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct node { unsigned long link; int value; };

int main(void) {
  struct node *nodes[5];
  for (int i = 0; i < 5; i++) {
    nodes[i] = malloc(sizeof *nodes[i]);
    if (!nodes[i]) return 1;
    nodes[i]->value = i;
  }
  for (int i = 0; i < 5; i++) {
    unsigned long before = i > 0 ? (unsigned long)nodes[i - 1] : 0, after = i < 4 ? (unsigned long)nodes[i + 1] : 0;
    nodes[i]->link = before ^ after;
  }
  unsigned long previous = 0, at = (unsigned long)nodes[0];
  int sum = 0;
  while (at) {
    struct node *node = (struct node *)at;
    sum = 10 * sum + node->value;
    unsigned long next = node->link ^ previous;
    previous = at, at = next;
  }
  assert(sum == 1234);
  uintptr_t tagged = (uintptr_t)nodes[3] | 1;
  assert(((struct node *)(tagged & ~(uintptr_t)3))->value == 3);
  uint16_t low = (uint16_t)(uintptr_t)nodes[2], high = (uint16_t)((uintptr_t)nodes[2] >> 16);
  assert(((struct node *)((uintptr_t)high << 16 | low))->value == 2);
  long long wide = (long long)(uintptr_t)nodes[4];
  assert(wide > 0 && ((struct node *)(uintptr_t)wide)->value == 4);
  for (int i = 0; i < 5; i++) free(nodes[i]);
  return 0;
}
