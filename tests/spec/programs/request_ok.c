// request.spc; request holds
#include "request.h"
int main(void) {
  for (int i = 0; i < 5; i++) {
    request(i);
    answer(i);
  }
}
