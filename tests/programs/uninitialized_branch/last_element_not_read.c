/* The search always finds its value among the elements that were set and stops before the one that was not. */
#include <clew.h>

int main(void) {
  int values[4];
  for (int i = 0; i < 3; i++)
    values[i] = 2 * i;
  int wanted = 2 * clew_choose(3);
  for (int i = 0; i < 4; i++)
    if (values[i] == wanted)
      return 1;
  return 0;
}
