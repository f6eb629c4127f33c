/* The index must be below the length of the variable length array, which is one shorter than the loop when n is 3. */
#include <clew.h>

int main(void) {
  int n = 1 + clew_choose(3);
  int squares[n];
  for (int i = 0; i < n; i++)
    squares[i] = i * i;
  int last = n < 3 ? n - 1 : n;
  squares[last] = 0;
  return 0;
}
