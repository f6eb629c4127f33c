/* The zero of a text of eight characters does not fit an array of two pointers' size. */
#include <string.h>

int main(void) {
  char text[2 * sizeof(void *)];
  strcpy(text, "12345678");
  return 0;
}
