// assertion.spc; assertion holds
#include <assert.h>
#include <clew.h>
void open_it(void) {}
void close_it(void) {}
int main(void) {
  open_it();
  assert(1);
  close_it();
  assert(clew_choose(2));
}
