// violated assert; oracle
// An unknown element of an array within a structure is changed.
#include "inputs.h"
struct table {
  int head;
  int cells[4];
  int tail;
};
int main(void) {
  struct table t = {1, {0, 0, 0, 0}, 2};
  t.cells[below(4)] = 5;
  assert(t.head == 1 && t.tail == 2 && t.cells[3] == 0);
}
