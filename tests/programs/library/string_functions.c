/* The functions of string.h must copy, join, compare and search as the standard says. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sign(int n) { return (n > 0) - (n < 0); }

int main(void) {
  char text[32] = "the";
  strcat(text, "se");
  strncat(text, "usxyz", 2);
  printf("%s %zu\n", text, strlen(text));
  printf("%d %d %d %d\n", sign(strcmp("abc", "abd")), sign(strcmp("b", "abc")), strcmp("", ""),
         strncmp("abcx", "abcy", 3));
  printf("%s %s %s\n", strchr("labyrinth", 'r'), strrchr("minotaur", 'o'), strstr("thread of", "ad"));
  printf("%d %d\n", strchr("abc", 'z') == NULL, strstr("abc", "abcd") == NULL);
  printf("%zu %zu %s\n", strspn("aabbc", "ab"), strcspn("hello", "lo"), strpbrk("clew", "we"));
  char padded[6];
  strncpy(padded, "ab", sizeof padded);
  printf("%d %d\n", padded[2], padded[5]);
  memset(padded, 'z', 5);
  padded[5] = 0;
  printf("%s %s\n", padded, (const char *)memchr("wxyz", 'y', 4));
  char *copy = strdup(text);
  copy[0] = 'T';
  printf("%s %s %d\n", copy, text, sign(memcmp(copy, text, 7)));
  free(copy);
  return 0;
}
