/* A handler that runs at exit is checked like the rest: it must not find the counter unbalanced. */
#include <assert.h>
#include <clew.h>
#include <stdlib.h>

static int open_files;

static void all_closed(void) { assert(open_files == 0); }

int main(void) {
  atexit(all_closed);
  open_files++;
  if (clew_choose(3) == 1)
    return 1;
  open_files--;
  return 0;
}
