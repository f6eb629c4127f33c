/* A freed object whose address a global may still hold must keep its name, whichever way the choice went. */
#include <stdlib.h>
#include <clew.h>
static int *q;
static int *alloc(void) { int *p = malloc(sizeof *p); *p = 1; return p; }
int main(void) {
  int *p = alloc();
  q = p;
  if (clew_choose(2) == 0) q = NULL;
  clew_choose(2);      /* ends the step */
  free(p);             /* remembered from the run with q == NULL */
  clew_choose(2);
  int *r = alloc();
  if (q) *q = 7;       /* use after free */
  free(r);
  return 0;
}
