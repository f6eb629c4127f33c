/* rand must stay in its range and repeat its sequence for the same seed. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int first[3];
  srand(7);
  for (int i = 0; i < 3; i++) {
    first[i] = rand();
    assert(first[i] >= 0 && first[i] <= RAND_MAX);
  }
  srand(7);
  for (int i = 0; i < 3; i++)
    assert(rand() == first[i]);
  return 0;
}
