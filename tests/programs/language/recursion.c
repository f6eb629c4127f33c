/* Direct and mutual recursion must keep a fresh set of locals for every call. */
#include <assert.h>
#include <stdio.h>

static int ackermann(int m, int n) {
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

static int moves;
static void hanoi(int n, char from, char to, char over) {
  if (n == 0)
    return;
  hanoi(n - 1, from, over, to);
  printf("%c%c ", from, to);
  moves++;
  hanoi(n - 1, over, to, from);
}

static int depth(int n) {
  int here[4] = {n, n + 1, n + 2, n + 3};
  int below = n > 0 ? depth(n - 1) : 0;
  assert(here[0] == n && here[3] == n + 3);
  return below + here[1];
}

int main(void) {
  assert(ackermann(2, 3) == 9);
  assert(is_even(20) && !is_odd(20));
  hanoi(3, 'a', 'c', 'b');
  printf("\n%d %d\n", moves, depth(50));
  return 0;
}
