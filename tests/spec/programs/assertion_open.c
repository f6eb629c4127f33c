// assertion.spc; assertion violated an assertion fails while it is open
#include <assert.h>
#include <clew.h>
void open_it(void) {}
void close_it(void) {}
int main(void) {
  open_it();
  assert(clew_choose(2));
  close_it();
}
