/* A global may keep the address of a local past the return, and then its use is an error. */
#include <stdlib.h>
#include <clew.h>
static int *q;
static void leak(int keep) { int x = 1; q = &x; if (!keep) q = 0; clew_choose(2); }
static int use(void) { return q ? *q : 0; }
static int *p2;
int main(void) {
  int keep = clew_choose(2);
  leak(keep);          /* x dies; a pointer to it stays when keep is 1 */
  clew_choose(2);
  return use();
}
