/* Addition, subtraction and comparison of pointers inside objects of many sizes. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct cell { char tag; long long value; };
static int table[5000];
static struct cell cells[300];

int main(void) {
  int *p = table, *end = table + 5000;
  for (int i = 0; i < 5000; i++) *p++ = i;
  assert(p == end && end - table == 5000);
  for (long long i = 4999; i >= 0; i -= 611) assert(table[i] == i && &table[i] - table == i);
  for (unsigned char i = 0; i < 200; i++) cells[i].value = i;
  struct cell *q = &cells[150];
  assert((q - 50)->value == 100 && (q + 49)->value == 199 && q[-150].value == 0);
  assert((char *)&q->value - (char *)q == 4 && sizeof *q == 12);
  char *heap = malloc(100000);
  if (!heap) return 1;
  heap[0] = 'a', heap[99999] = 'z';
  char *middle = heap + 50000;
  assert(middle[-50000] == 'a' && middle[49999] == 'z');
  ptrdiff_t distance = (heap + 100000) - middle;
  assert(distance == 50000 && middle > heap && heap < middle);
  uintptr_t number = (uintptr_t)heap;
  assert((char *)(number + 99999) == heap + 99999 && *(char *)(number + 99999) == 'z');
  assert(offsetof(struct cell, value) == (size_t)&((struct cell *)0)->value);
  free(heap);
  return 0;
}
