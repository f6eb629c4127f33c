// safe; oracle
// Rows and columns.
#include "inputs.h"
int main(void) {
  int grid[3][4];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) grid[i][j] = 4 * i + j;
  int i = below(3), j = below(4);
  assert(grid[i][j] == 4 * i + j);
}
