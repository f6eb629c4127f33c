/* Arrays of arrays, pointers to arrays and arrays of pointers must index the same elements. */
#include <assert.h>

static int grid[3][4];

static int corner(int (*rows)[4], int n) { return rows[n - 1][3]; }

int main(void) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      grid[i][j] = 10 * i + j;
  int(*middle)[4] = &grid[1];
  assert((*middle)[2] == 12 && middle[1][0] == 20 && middle[-1][3] == 3);
  assert(corner(grid, 3) == 23 && corner(middle, 1) == 13);
  int *heads[3] = {grid[2], grid[0], grid[1]};
  assert(heads[0][1] == 21 && *heads[1] == 0 && heads[2][3] == 13);
  assert(sizeof grid == 48 && sizeof *middle == 16 && &grid[3] - grid == 3);
  return 0;
}
