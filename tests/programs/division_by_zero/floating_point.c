/* Dividing a floating-point number by zero gives infinity or not-a-number and is no violation. */
#include <assert.h>

static double divide(double a, double b) { return a / b; }

int main(void) {
  double zero = 0.0;
  assert(divide(1.0, zero) > 1e300);
  assert(divide(-1.0, zero) < -1e300);
  double undefined = divide(zero, zero);
  assert(undefined != undefined);
  return 0;
}
