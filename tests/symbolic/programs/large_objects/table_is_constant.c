// safe; oracle
// A table of squares that is there from the beginning.
#include "inputs.h"
#define ROW(n) (n) * (n), (n + 1) * (n + 1), (n + 2) * (n + 2), (n + 3) * (n + 3), (n + 4) * (n + 4)
#define BLOCK(n) ROW(n), ROW(n + 5), ROW(n + 10), ROW(n + 15), ROW(n + 20)
#define PAGE(n) BLOCK(n), BLOCK(n + 25), BLOCK(n + 50), BLOCK(n + 75), BLOCK(n + 100)
static const int kSquares[5000] = {PAGE(0), PAGE(125), PAGE(250), PAGE(375)};
int main(void) {
  unsigned i = below(200);
  assert(kSquares[i] == (int)(i * i));
  assert(kSquares[25 * i] == (i < 20 ? (int)(625 * i * i) : 0));
}
