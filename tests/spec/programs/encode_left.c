// encode.spc; balance violated not all is released
#include <clew.h>
int obtain(int n) { return clew_choose(2) ? n : 0; }
void release(int n) { (void)n; }
int main(void) {
  int some = 0;
  while (!some) some = obtain(3);
  release(1);
}
