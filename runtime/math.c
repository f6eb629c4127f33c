/* What math.h has beyond the functions that are instructions of the machine: taking numbers apart and
   putting them together, rounding to integers, classes of numbers.

   A long double has every float and double exactly, with room to spare in both directions. So the
   functions for the smaller types go over long double: scaling is exact there, and the way back rounds
   once. Errors are not reported in errno, and there are no floating-point exceptions. */
#define _GNU_SOURCE
#include "runtime.h"

#include <fenv.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { kBias = 16383, kSpecial = 0x7fff, kLowestExponent = -16381 /* of frexp, for normal numbers */ };

/* The 80 bits of a long double. */
typedef union Parts {
    long double value;
    struct {
        uint64_t mantissa; /* the leading 1 is its highest bit */
        uint16_t exponent; /* and the sign, in the highest bit */
    } bits;
} Parts;

static int exponentOf(const Parts *parts)
{
    return parts->bits.exponent & kSpecial;
}

static void setExponent(Parts *parts, int exponent)
{
    parts->bits.exponent = (uint16_t)((parts->bits.exponent & 0x8000) | exponent);
}

static long double powerOfTwo(int exponent)
{
    Parts parts = {0};
    parts.bits.mantissa = (uint64_t)1 << 63;
    parts.bits.exponent = (uint16_t)(exponent + kBias);
    return parts.value;
}

/* ---- frexp, ldexp, ilogb, modf ---- */

long double frexpl(long double value, int *exponent)
{
    Parts parts = {0};
    parts.value = value;
    int scaled = 0;
    *exponent = 0;
    if (exponentOf(&parts) == kSpecial || value == 0)
        return value;
    if (exponentOf(&parts) == 0) {
        scaled = 64;
        parts.value = value * powerOfTwo(scaled);
    }
    *exponent = exponentOf(&parts) - (kBias - 1) - scaled;
    setExponent(&parts, kBias - 1);
    return parts.value;
}

/* Only the last multiplication of a number that becomes subnormal rounds. */
static long double scale(long double value, long by)
{
    Parts parts = {0};
    int exponent;
    parts.value = frexpl(value, &exponent);
    if (exponentOf(&parts) == kSpecial || value == 0)
        return value;
    long wanted = by > 100000 ? 100000 : by < -100000 ? -100000 : by;
    wanted += exponent;
    if (wanted > kBias + 1)
        return copysignl(HUGE_VALL, value);
    if (wanted >= kLowestExponent) {
        setExponent(&parts, (int)wanted + kBias - 1);
        return parts.value;
    }
    setExponent(&parts, kLowestExponent + kBias - 1);
    long below = wanted - kLowestExponent;
    return parts.value * powerOfTwo(below < -200 ? -200 : (int)below);
}

static int binaryLogarithm(long double value)
{
    int exponent;
    if (value != value)
        return FP_ILOGBNAN;
    if (value == 0)
        return FP_ILOGB0;
    if (value == HUGE_VALL || value == -HUGE_VALL)
        return INT_MAX;
    frexpl(value, &exponent);
    return exponent - 1;
}

static long double split(long double value, long double *whole)
{
    *whole = truncl(value);
    return copysignl(value == *whole ? 0 : value - *whole, value);
}

/* The remainder and the last three bits of the quotient. */
static long double remainderAndQuotient(long double x, long double y, int *quotient)
{
    long double divisor = fabsl(y);
    int negative = (signbit(x) != 0) != (signbit(y) != 0);
    *quotient = 0;
    if (x != x || y != y || y == 0 || fabsl(x) == HUGE_VALL)
        return fmodl(x, y);
    long double rest = fabsl(x);
    int bits = 0;
    if (divisor < HUGE_VALL && divisor * 8 < HUGE_VALL)
        rest = fmodl(rest, divisor * 8);
    for (int power = 4; power > 1; power /= 2)
        if (divisor * (long double)power < HUGE_VALL && rest >= divisor * (long double)power) {
            rest -= divisor * (long double)power;
            bits += power;
        }
    if (rest >= divisor) {
        rest -= divisor;
        ++bits;
    }
    /* Now rest < divisor; rounded to the nearest quotient, to an even one in the middle. */
    long double other = divisor - rest;
    if (rest > other || (rest == other && bits % 2 == 1)) {
        rest -= divisor;
        ++bits;
    }
    *quotient = negative ? -(bits % 8) : bits % 8;
    return signbit(x) ? -rest : rest;
}

#define WHOLE_FAMILY(suffix, type) \
    type ldexp##suffix(type value, int by) \
    { \
        return (type)scale(value, by); \
    } \
    type scalbn##suffix(type value, int by) \
    { \
        return (type)scale(value, by); \
    } \
    type scalbln##suffix(type value, long by) \
    { \
        return (type)scale(value, by); \
    } \
    int ilogb##suffix(type value) \
    { \
        return binaryLogarithm(value); \
    } \
    type modf##suffix(type value, type *whole) \
    { \
        long double wide; \
        type fraction = (type)split(value, &wide); \
        *whole = (type)wide; \
        return fraction; \
    } \
    type remquo##suffix(type x, type y, int *quotient) \
    { \
        return (type)remainderAndQuotient(x, y, quotient); \
    } \
    long lround##suffix(type value) \
    { \
        return (long)round##suffix(value); \
    } \
    long long llround##suffix(type value) \
    { \
        return (long long)round##suffix(value); \
    } \
    long lrint##suffix(type value) \
    { \
        return (long)rint##suffix(value); \
    } \
    long long llrint##suffix(type value) \
    { \
        return (long long)rint##suffix(value); \
    } \
    void sincos##suffix(type angle, type *sine, type *cosine) \
    { \
        *sine = sin##suffix(angle); \
        *cosine = cos##suffix(angle); \
    } \
    type nexttoward##suffix(type value, long double to) \
    { \
        if (value != value || to != to) \
            return (type)((long double)value + to); \
        if ((long double)value == to) \
            return (type)to; \
        return nextafter##suffix(value, (type)((long double)value < to ? HUGE_VALL : -HUGE_VALL)); \
    } \
    type lgamma##suffix##_r(type value, int *sign) \
    { \
        int odd = floor##suffix(value) != 2 * floor##suffix(value / 2); \
        *sign = (value < 0 && value != floor##suffix(value) && odd) || (value == 0 && signbit(value)) ? -1 : 1; \
        return lgamma##suffix(value); \
    }

WHOLE_FAMILY(, double)
WHOLE_FAMILY(f, float)
WHOLE_FAMILY(l, long double)

double frexp(double value, int *exponent)
{
    return (double)frexpl(value, exponent);
}

float frexpf(float value, int *exponent)
{
    return (float)frexpl(value, exponent);
}

/* ---- NaN ---- */

static void makeNan(void *to, const char *tag, int bits)
{
    size_t length = strlen(tag);
    char text[length + 6];
    memcpy(text, "nan(", 4);
    memcpy(text + 4, tag, length);
    text[length + 4] = ')';
    text[length + 5] = '\0';
    __clew_parse_real(to, text, length + 5, bits);
}

double nan(const char *tag)
{
    double value;
    makeNan(&value, tag, 64);
    return value;
}

float nanf(const char *tag)
{
    float value;
    makeNan(&value, tag, 32);
    return value;
}

long double nanl(const char *tag)
{
    long double value = 0;
    makeNan(&value, tag, 80);
    return value;
}

/* ---- classes, as functions: the macros of math.h mostly need none of them ---- */

#undef isnan
#undef isinf
#undef finite

#define CLASSES(suffix, type, smallest) \
    int __isnan##suffix(type value) \
    { \
        return value != value; \
    } \
    int __isinf##suffix(type value) \
    { \
        return value == (type)HUGE_VALL ? 1 : value == -(type)HUGE_VALL ? -1 : 0; \
    } \
    int __finite##suffix(type value) \
    { \
        return value - value == 0; \
    } \
    int __signbit##suffix(type value) \
    { \
        return copysign##suffix(1, value) < 0; \
    } \
    int __fpclassify##suffix(type value) \
    { \
        if (value != value) \
            return FP_NAN; \
        if (__isinf##suffix(value)) \
            return FP_INFINITE; \
        if (value == 0) \
            return FP_ZERO; \
        return fabs##suffix(value) < smallest ? FP_SUBNORMAL : FP_NORMAL; \
    } \
    int isnan##suffix(type value) \
    { \
        return __isnan##suffix(value); \
    } \
    int isinf##suffix(type value) \
    { \
        return __isinf##suffix(value); \
    } \
    int finite##suffix(type value) \
    { \
        return __finite##suffix(value); \
    }

int __isnan(double value);
int __isnanf(float value);
int __isnanl(long double value);
int __isinf(double value);
int __isinff(float value);
int __isinfl(long double value);
int __finite(double value);
int __finitef(float value);
int __finitel(long double value);
int __signbit(double value);
int __signbitf(float value);
int __signbitl(long double value);
int __fpclassify(double value);
int __fpclassifyf(float value);
int __fpclassifyl(long double value);

CLASSES(, double, 0x1p-1022)
CLASSES(f, float, 0x1p-126F)
CLASSES(l, long double, 0x1p-16382L)

/* ---- the rounding mode: there is one ---- */

int fegetround(void)
{
    return FE_TONEAREST;
}

int fesetround(int mode)
{
    if (mode != FE_TONEAREST)
        __clew_unmodelled("fesetround of another mode than FE_TONEAREST");
    return 0;
}
