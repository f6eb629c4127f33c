/* The search must look only at the elements that were set, but the last one was not. */
#include <clew.h>

int main(void) {
  int values[4];
  for (int i = 0; i < 3; i++)
    values[i] = 2 * i;
  int wanted = clew_choose(5);
  for (int i = 0; i < 4; i++)
    if (values[i] == wanted)
      return 1;
  return 0;
}
