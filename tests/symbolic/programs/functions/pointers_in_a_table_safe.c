// safe; oracle
// None gives more than four.
#include "inputs.h"
static int add(int x, int y) { return x + y; }
static int subtract(int x, int y) { return x - y; }
static int multiply(int x, int y) { return x * y; }
int main(void) {
  int (*const table[])(int, int) = {add, multiply, subtract};
  assert(table[below(3)](2, 2) <= 4);
}
