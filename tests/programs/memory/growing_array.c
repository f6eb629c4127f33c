/* An array that doubles by realloc must keep every element that was pushed. */
#include <assert.h>
#include <stdlib.h>

struct array {
  int *data;
  size_t size, capacity;
};

static void push(struct array *array, int value) {
  if (array->size == array->capacity) {
    array->capacity = array->capacity ? 2 * array->capacity : 1;
    array->data = realloc(array->data, array->capacity * sizeof *array->data);
  }
  array->data[array->size++] = value;
}

int main(void) {
  struct array array = {0};
  for (int i = 0; i < 9; i++)
    push(&array, i * i);
  assert(array.size == 9 && array.capacity == 16);
  for (int i = 0; i < 9; i++)
    assert(array.data[i] == i * i);
  free(array.data);
  return 0;
}
