/* Standard input that was given on the command line, read in every way there is. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int a, b;
  char word[8], line[16], *whole = NULL;
  size_t size = 0;
  assert(scanf("%d %d", &a, &b) == 2 && a + b == 7);
  assert(scanf("%7s", word) == 1 && strcmp(word, "word") == 0);
  assert(getchar() == '\n' && fgetc(stdin) == 'x' && ungetc('y', stdin) == 'y');
  assert(fgets(line, sizeof line, stdin) == line && strcmp(line, "yz\n") == 0);
  assert(getline(&whole, &size, stdin) == 5 && strcmp(whole, "last\n") == 0);
  assert(!feof(stdin) && getc(stdin) == EOF && feof(stdin) && !ferror(stdin));
  assert(scanf("%d", &a) == EOF && fgets(line, sizeof line, stdin) == NULL);
  free(whole);
  printf("%d\n", a + b);
  return 0;
}
