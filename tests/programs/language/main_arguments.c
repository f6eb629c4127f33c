/* main must get the arguments given on the command line, with a null pointer behind the last. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  assert(argc == 3 && argv[3] == 0);
  assert(strcmp(argv[1], "ariadne") == 0);
  argv[2][0] = 'T';
  for (int i = 1; i < argc; i++)
    printf("%s\n", argv[i]);
  return 0;
}
