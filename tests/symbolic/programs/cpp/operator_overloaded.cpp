// safe
// Complex numbers of integers: the product of conjugates is real.
#include "inputs.h"
struct Complex {
  unsigned re, im;
  Complex operator*(const Complex& other) const {
    return {re * other.re - im * other.im, re * other.im + im * other.re};
  }
};
int main() {
  Complex z{__VERIFIER_nondet_uint(), __VERIFIER_nondet_uint()};
  Complex product = z * Complex{z.re, 0u - z.im};
  assert(product.im == 0);
}
