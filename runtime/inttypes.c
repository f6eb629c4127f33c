/* inttypes.h: the largest integers are long long, or a long that is as long. */
#define _DEFAULT_SOURCE
#include "runtime.h"

#include <stdint.h>
#include <stdlib.h>

typedef struct Division {
    intmax_t quot;
    intmax_t rem;
} Division;

_Static_assert(sizeof(intmax_t) == sizeof(long long), "the same range");

intmax_t imaxabs(intmax_t value);
Division imaxdiv(intmax_t dividend, intmax_t divisor);

intmax_t imaxabs(intmax_t value)
{
    return value < 0 ? -value : value;
}

Division imaxdiv(intmax_t dividend, intmax_t divisor)
{
    return (Division){dividend / divisor, dividend % divisor};
}

extern long long __isoc23_strtoll(const char *restrict text, char **restrict end, int base);
extern unsigned long long __isoc23_strtoull(const char *restrict text, char **restrict end, int base);

#define READER(name, type, reader) \
    type name(const char *restrict text, char **restrict end, int base); \
    type name(const char *restrict text, char **restrict end, int base) \
    { \
        return (type)reader(text, end, base); \
    }

READER(strtoimax, intmax_t, strtoll)
READER(strtoumax, uintmax_t, strtoull)
READER(__isoc23_strtoimax, intmax_t, __isoc23_strtoll)
READER(__isoc23_strtoumax, uintmax_t, __isoc23_strtoull)
