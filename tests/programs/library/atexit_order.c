/* Functions registered with atexit must run at exit in reverse order, after everything else. */
#include <stdio.h>
#include <stdlib.h>

static void first(void) { puts("first registered"); }
static void second(void) { puts("second registered"); }

static void finish(int status) {
  puts("leaving");
  exit(status);
}

int main(void) {
  atexit(first);
  atexit(second);
  puts("main");
  finish(0);
  puts("never");
  return 0;
}
