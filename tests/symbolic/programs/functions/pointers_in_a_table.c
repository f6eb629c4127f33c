// violated assert; oracle
// One of four operations gives something else.
#include "inputs.h"
static int add(int x, int y) { return x + y; }
static int subtract(int x, int y) { return x - y; }
static int multiply(int x, int y) { return x * y; }
static int first(int x, int y) { return x + 0 * y; }
int main(void) {
  int (*const table[])(int, int) = {add, multiply, subtract, first};
  assert(table[below(4)](2, 2) != 0);
}
