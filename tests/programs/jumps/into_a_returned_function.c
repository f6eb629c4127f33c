// The function that called setjmp has returned; there is nothing to jump back into.
#include <setjmp.h>

static jmp_buf place;

static int save(void) { return setjmp(place); }

int main(void) {
  if (save() == 0) longjmp(place, 1);
  return 0;
}
