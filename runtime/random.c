/* Pseudo-random numbers. No program may depend on which numbers it gets, so each is a choice over
   the whole range 0 .. RAND_MAX, and a seed has no effect. */
#define _DEFAULT_SOURCE
#include "runtime.h"

#include <stdint.h>
#include <stdlib.h>

_Static_assert(RAND_MAX == 0x7fffffff, "the two choices below cover 31 bits");

static int anyNumber(void)
{
    unsigned high = __clew_choose(32768);
    return (int)(high << 16 | __clew_choose(65536));
}

int rand(void)
{
    return anyNumber();
}

int rand_r(unsigned *seed)
{
    (void)seed;
    return anyNumber();
}

long random(void)
{
    return anyNumber();
}

void srand(unsigned seed)
{
    (void)seed;
}

void srandom(unsigned seed)
{
    (void)seed;
}

uint32_t arc4random(void);
uint32_t arc4random_uniform(uint32_t bound);

uint32_t arc4random(void)
{
    unsigned high = __clew_choose(65536);
    return high << 16 | __clew_choose(65536);
}

uint32_t arc4random_uniform(uint32_t bound)
{
    return bound < 2 ? 0 : __clew_choose(bound);
}
