/* strtok must cut a text into its words and skip runs of separators. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[] = "  one, two,,three ";
  int words = 0;
  for (char *word = strtok(text, " ,"); word; word = strtok(NULL, " ,")) {
    printf("<%s>", word);
    words++;
  }
  printf("\n");
  assert(words == 3);
  return 0;
}
