/* A static local must be initialized once and keep its value, separately in each function. */
#include <assert.h>
#include <stdio.h>

static int counter(void) {
  static int count = 10;
  return count++;
}

static int other(void) {
  static int count;
  count += 2;
  return count;
}

static const char *next_name(void) {
  static const char *const names[] = {"one", "two", "three"};
  static unsigned char at = 253;
  return names[at++ % 3];
}

int main(void) {
  int a = counter(), b = counter(), c = other(), d = other();
  printf("%d %d %d %d\n", a, b, c, d);
  for (int i = 0; i < 4; i++)
    printf("%s ", next_name());
  printf("\n");
  assert(counter() == 12 && other() == 6);
  return 0;
}
