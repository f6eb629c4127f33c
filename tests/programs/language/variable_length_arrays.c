/* Variable length arrays must have the length of the moment, in one and in two dimensions. */
#include <assert.h>
#include <clew.h>

static int sum(int rows, int columns, int matrix[rows][columns]) {
  int total = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      total += matrix[i][j];
  return total;
}

int main(void) {
  int n = 1 + clew_choose(3);
  int matrix[n][n + 1];
  assert(sizeof matrix == n * (n + 1) * sizeof(int));
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= n; j++)
      matrix[i][j] = i + j;
  assert(sum(n, n + 1, matrix) == n * n * (n + 1) - n * (n + 1) / 2);
  for (int length = 1; length < 4; length++) {
    char text[length];
    text[length - 1] = 'x';
    assert(sizeof text == length && text[length - 1] == 'x');
  }
  return 0;
}
