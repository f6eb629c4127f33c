/* argv is an array of 4-byte pointers with a null at its end. */
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
  assert(argc == 3 && argv[3] == 0);
  assert(strcmp(argv[1], "one") == 0 && strcmp(argv[2], "") == 0);
  assert((char *)&argv[2] - (char *)argv == 8);
  return 0;
}
