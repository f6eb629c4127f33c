/* The functions of math.h for all three types; what is printed is what glibc computes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static volatile double x = 0.7, y = 2.5, z = -3.25;
static volatile float f = 0.7f, g = 2.5f;
static volatile long double l = 0.7L, k = 2.5L;

#define ONE(name) printf(#name " %.15g %.7g %.18Lg\n", name(x), name##f(f), name##l(l));
#define TWO(name) printf(#name " %.15g %.7g %.18Lg\n", name(x, y), name##f(f, g), name##l(l, k));

int main(void) {
  int exponent, quotient;
  double whole, sine, cosine;
  ONE(sqrt) ONE(fabs) ONE(floor) ONE(ceil) ONE(trunc) ONE(round) ONE(rint) ONE(nearbyint)
  ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(atanh)
  ONE(exp) ONE(exp2) ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(logb) ONE(cbrt)
  ONE(erf) ONE(erfc) ONE(tgamma) ONE(lgamma)
  TWO(pow) TWO(fmod) TWO(remainder) TWO(fdim) TWO(fmin) TWO(fmax) TWO(copysign) TWO(atan2) TWO(hypot) TWO(nextafter)
  printf("%.15g %.15g %.7g\n", acosh(y), fma(x, y, z), fmaf(f, g, f));
  printf("%g %d ", frexp(y, &exponent), exponent);
  printf("%g %g %g ", ldexp(y, 3), scalbn(y, -2), modf(z, &whole));
  printf("%g %ld %lld %ld %d\n", whole, lround(z), llround(y), lrint(y), ilogb(y));
  printf("%d %d %d %d %d %d\n", isnan(x) != 0, isinf(y) != 0, isfinite(z) != 0, isnormal(x) != 0, signbit(z) != 0,
         fpclassify(x) == FP_NORMAL);
  printf("%d %d %d %d\n", isnan(l) != 0, isinf(k / 0) != 0, isnan(f - f) != 0, fpclassify(g * 0) == FP_ZERO);
  printf("%d %d %d\n", isgreater(x, y), islessequal(x, y), isunordered(x, NAN));
  printf("%g %d\n", remquo(7.5, 2.0, &quotient), quotient);
  sincos(x, &sine, &cosine);
  printf("%g %g %g %g %g\n", sine, cosine, j0(x), y1(y), nexttoward(y, 3.0L) - y);
  printf("%g %g %Lg %g %.3Lf\n", strtod("1.5e3x", NULL), (double)strtof("0.1", NULL), strtold("1e4000", NULL), atof("2.25"),
         l * k + l);
  return 0;
}
