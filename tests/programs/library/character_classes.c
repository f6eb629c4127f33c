/* The functions of ctype.h must sort the characters of ASCII into their classes. */
#include <ctype.h>
#include <stdio.h>

int main(void) {
  int letters = 0, digits = 0, spaces = 0, upper = 0, lower = 0, punctuation = 0, hex = 0, print = 0;
  for (int c = 0; c < 128; c++) {
    letters += isalpha(c) != 0;
    digits += isdigit(c) != 0;
    spaces += isspace(c) != 0;
    upper += isupper(c) != 0;
    lower += islower(c) != 0;
    punctuation += ispunct(c) != 0;
    hex += isxdigit(c) != 0;
    print += isprint(c) != 0;
  }
  printf("%d %d %d %d %d %d %d %d\n", letters, digits, spaces, upper, lower, punctuation, hex, print);
  for (const char *p = "Clew 2!"; *p; p++)
    putchar(isupper((unsigned char)*p) ? tolower(*p) : toupper(*p));
  putchar('\n');
  printf("%d %d\n", isalnum('_') != 0, isalnum('7') != 0);
  return 0;
}
