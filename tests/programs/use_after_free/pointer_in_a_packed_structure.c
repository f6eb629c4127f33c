/* A pointer at an odd address counts as a pointer to a freed object like any other. */
#include <stdlib.h>
struct __attribute__((packed)) P { char c; int *p; };
static struct P g;
static int *alloc(void) { int *p = malloc(sizeof *p); *p = 1; return p; }
int main(void) {
  g.p = alloc();
  free(g.p);
  int *r;
  extern unsigned clew_choose(unsigned);
  clew_choose(2);           /* ends the step, so names are collected */
  r = alloc();
  *g.p = 7;                 /* use after free */
  free(r);
  return 0;
}
