/* sprintf must have room for the longest number, but four digits and the zero need five bytes. */
#include <clew.h>
#include <stdio.h>

int main(void) {
  char text[4];
  sprintf(text, "%d", 500 * clew_choose(3));
  return 0;
}
