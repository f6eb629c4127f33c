/* The functions by which a program speaks to its checker: SV-COMP's __VERIFIER_ family and
   Clew's own.

   An unknown integer is enumerated. One choice has at most 65536 alternatives, so a wide integer
   is several choices of 16 bits, the high half first; the first alternative everywhere is the
   value 0. */
#include "runtime.h"

#include "include/clew.h"

#include <stddef.h>
#include <sys/types.h>

static unsigned choose16(void)
{
    return __clew_choose(65536);
}

static unsigned choose32(void)
{
    unsigned high = choose16();
    return high << 16 | choose16();
}

static unsigned long long choose64(void)
{
    unsigned long long high = choose32();
    return high << 32 | choose32();
}

/* As many bits as a long, a size_t and a pointer have: no choice is made that the type cannot show. */
static unsigned long chooseLong(void)
{
    return sizeof(long) == 4 ? choose32() : (unsigned long)choose64();
}

#define NONDET(name, type, value) \
    type __VERIFIER_nondet_##name(void); \
    type __VERIFIER_nondet_##name(void) \
    { \
        return (type)(value); \
    }

NONDET(bool, _Bool, __clew_choose(2))

NONDET(char, char, __clew_choose(256))
NONDET(uchar, unsigned char, __clew_choose(256))
NONDET(unsigned_char, unsigned char, __clew_choose(256))
NONDET(u8, unsigned char, __clew_choose(256))

NONDET(short, short, choose16())
NONDET(ushort, unsigned short, choose16())
NONDET(u16, unsigned short, choose16())

NONDET(int, int, choose32())
NONDET(uint, unsigned, choose32())
NONDET(unsigned, unsigned, choose32())
NONDET(unsigned_int, unsigned, choose32())
NONDET(u32, unsigned, choose32())

NONDET(long, long, chooseLong())
NONDET(ulong, unsigned long, chooseLong())
NONDET(longlong, long long, choose64())
NONDET(ulonglong, unsigned long long, choose64())
NONDET(u64, unsigned long long, choose64())
NONDET(size_t, size_t, chooseLong())
NONDET(loff_t, long long, choose64())

/* Every bit pattern, NaNs included. */
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);

float __VERIFIER_nondet_float(void)
{
    unsigned bits = choose32();
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

double __VERIFIER_nondet_double(void)
{
    unsigned long long bits = choose64();
    double value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

void __VERIFIER_assume(int condition);
void __VERIFIER_error(void);
void reach_error(void);

void __VERIFIER_assume(int condition)
{
    __clew_assume(condition);
}

void __VERIFIER_error(void)
{
    __clew_fail("__VERIFIER_error was called");
}

void reach_error(void)
{
    __clew_fail("reach_error was called");
}

int clew_choose(int n)
{
    if (n < 1)
        __clew_fail("clew_choose was called without an alternative");
    return (int)__clew_choose((unsigned)n);
}

void clew_assume(int condition)
{
    __clew_assume(condition);
}

static void giveAnyValue(unsigned char *place, size_t size)
{
    if (size > 0)
        place[0] = place[size - 1] = 0; /* what is not there fails before anything is chosen */
    for (size_t i = 0; i < size; ++i)
        place[i] = (unsigned char)__clew_choose(256);
}
void clew_symbolic(void *bytes, size_t size, const char *name)
{
    (void)name;
    giveAnyValue(bytes, size);
}

/* With --uninitialized input the program calls it wherever memory is reserved. */
void __clewrt_unwritten(void *bytes, size_t size, const char *name);
void __clewrt_unwritten(void *bytes, size_t size, const char *name)
{
    (void)name;
    giveAnyValue(bytes, size);
}
