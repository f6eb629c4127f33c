// violated assert; oracle
// Writing a byte changes the word.
#include "inputs.h"
union word {
  unsigned whole;
  unsigned char bytes[4];
};
int main(void) {
  union word w;
  w.whole = 0;
  w.bytes[below(4)] = 1;
  assert(w.whole < 65537);
}
