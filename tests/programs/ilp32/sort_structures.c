/* qsort of structures with pointers and of pointers themselves. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word { const char *text; int count; char pad; };
static int byText(const void *a, const void *b) { return strcmp(((const struct word *)a)->text, ((const struct word *)b)->text); }
static int byPointee(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int main(void) {
  struct word words[] = {{"pear", 3, 1}, {"apple", 1, 2}, {"fig", 9, 3}, {"kiwi", 4, 4}, {"date", 5, 5}};
  qsort(words, 5, sizeof *words, byText);
  for (int i = 0; i < 5; i++) printf("%s %d %d, ", words[i].text, words[i].count, words[i].pad);
  const char *names[] = {"z", "b", "yy", "a", "c", "x"};
  qsort(names, 6, sizeof *names, byPointee);
  for (int i = 0; i < 6; i++) printf("%s ", names[i]);
  printf("\n");
  assert(sizeof words == 60);
  return 0;
}
