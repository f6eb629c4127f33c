/* The array must grow when it is full, but it grows only when it is more than full. */
#include <stdlib.h>

struct array {
  int *data;
  size_t size, capacity;
};

static void push(struct array *array, int value) {
  if (array->size > array->capacity) {
    array->capacity = 2 * array->capacity;
    array->data = realloc(array->data, array->capacity * sizeof *array->data);
  }
  array->data[array->size++] = value;
}

int main(void) {
  struct array array = {malloc(2 * sizeof(int)), 0, 2};
  for (int i = 0; i < 4; i++)
    push(&array, i);
  free(array.data);
  return 0;
}
