/* Live objects must have different addresses, and the pointers to one object must be equal. */
#include <assert.h>
#include <stdlib.h>

static int global, other_global;

int main(void) {
  int local, other_local;
  int *heap = malloc(sizeof *heap);
  int *other_heap = malloc(sizeof *other_heap);
  assert(heap != other_heap && &local != &other_local && &global != &other_global);
  assert(heap != &local && heap != &global && &local != &global);
  int *alias = heap;
  assert(alias == heap && alias);
  free(heap);
  free(other_heap);
  return 0;
}
