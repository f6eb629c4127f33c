// safe; oracle
// Rows times columns.
#include "inputs.h"
int main(void) {
  int rows = below(4), columns = below(4), count = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) count++;
  assert(count == rows * columns);
}
