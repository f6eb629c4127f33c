// violated assert; oracle
// The handler of one type is reached.
#include "inputs.h"
struct Small {};
struct Large {};
static void check(int x) {
  if (x < 3) throw Small();
  if (x > 13) throw Large();
}
int main() {
  try {
    check(below(16));
  } catch (const Small&) {
  } catch (const Large&) {
    reach_error();
  }
}
