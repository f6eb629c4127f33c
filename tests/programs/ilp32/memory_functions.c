/* memcpy, memmove, memset, memcmp and the string functions with 32-bit lengths. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

struct block { char head; double values[20]; char tail; };

int main(void) {
  struct block a, b;
  memset(&a, 0, sizeof a);
  for (int i = 0; i < 20; i++) a.values[i] = i / 4.0;
  a.head = 'h', a.tail = 't';
  b = a;
  assert(memcmp(&a, &b, sizeof a) == 0 && sizeof a == 168);
  memmove(b.values + 1, b.values, 19 * sizeof(double));
  assert(b.values[19] == 4.5 && b.values[1] == 0 && b.tail == 't');
  char text[64] = "hello";
  strcat(text, ", "), strncat(text, "world and more", 5);
  printf("%s %zu %s %s\n", text, strlen(text), strchr(text, 'w'), strstr(text, "lo"));
  char copy[13];
  strcpy(copy, text);
  assert(strcmp(copy, text) == 0 && memchr(copy, 'o', sizeof copy) == copy + 4);
  return 0;
}
