/* &&, ||, ?: and the comma must evaluate left to right and only what they need. */
#include <assert.h>
#include <stdio.h>

static int say(char c, int value) {
  putchar(c);
  return value;
}

int main(void) {
  int a = say('a', 0) && say('b', 1);
  int b = say('c', 1) || say('d', 1);
  int c = say('e', 0) ? say('f', 1) : say('g', 5);
  int d = (say('h', 1), say('i', 7));
  int e = say('j', 2) && (say('k', 0) || say('l', 3));
  printf("\n%d%d%d%d%d\n", a, b, c, d, e);
  int x = 3;
  int y = x++ * 2;
  y += --x << 2;
  assert(x == 3 && y == 18);
  return 0;
}
