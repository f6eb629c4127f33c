// violated assert; oracle
// Rows are not columns.
#include "inputs.h"
int main(void) {
  int grid[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 5, 6}};
  int i = below(3), j = below(3);
  assert(grid[i][j] == grid[j][i]);
}
