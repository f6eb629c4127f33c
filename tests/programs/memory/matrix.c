/* A matrix of rows on the heap must give back what was stored, and each row is freed once. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int rows = 3, columns = 2;
  int **matrix = malloc(rows * sizeof *matrix);
  for (int i = 0; i < rows; i++) {
    matrix[i] = calloc(columns, sizeof **matrix);
    for (int j = 0; j < columns; j++)
      matrix[i][j] += 10 * i + j;
  }
  assert(matrix[2][1] == 21 && matrix[0][0] == 0);
  for (int i = 0; i < rows; i++)
    free(matrix[i]);
  free(matrix);
  return 0;
}
