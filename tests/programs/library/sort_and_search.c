/* qsort must sort by the given comparison and bsearch find exactly what is there. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  char name[8];
  int value;
};

static int by_name(const void *a, const void *b) {
  return strcmp(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}

static int descending(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x < y) - (x > y);
}

int main(void) {
  struct entry entries[4] = {{"theseus", 1}, {"ariadne", 2}, {"minos", 3}, {"aegeus", 4}};
  qsort(entries, 4, sizeof entries[0], by_name);
  for (int i = 0; i < 4; i++)
    printf("%s=%d ", entries[i].name, entries[i].value);
  printf("\n");
  struct entry key = {"minos", 0};
  struct entry *found = bsearch(&key, entries, 4, sizeof key, by_name);
  assert(found && found->value == 3);
  strcpy(key.name, "icarus");
  assert(!bsearch(&key, entries, 4, sizeof key, by_name));
  int numbers[7] = {3, -1, 4, 1, -5, 9, 3};
  qsort(numbers, 7, sizeof numbers[0], descending);
  for (int i = 0; i < 7; i++)
    printf("%d ", numbers[i]);
  printf("\n");
  qsort(numbers, 0, sizeof numbers[0], descending);
  return 0;
}
