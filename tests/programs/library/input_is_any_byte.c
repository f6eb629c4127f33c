/* Without given input every byte is tried, and so is the end. */
#include <assert.h>
#include <stdio.h>

int main(void) {
  int first = getchar();
  if (first == 'k') assert(getchar() != 200);
  return 0;
}
