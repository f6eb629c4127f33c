// exit_status.spc; exit_status violated seven
#include <stdlib.h>
int main(void) {
  void (*f)(int) = exit;
  f(7);
}
