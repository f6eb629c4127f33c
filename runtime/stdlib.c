/* Integer arithmetic, searching and sorting of stdlib.h.

   qsort is a bottom-up merge sort. It is stable, as glibc's is in practice, so a program that
   counts on that sees here what it sees there; it needs no recursion, and the buffer for one run
   lies on the stack because malloc may fail and qsort cannot. Elements move by memcpy only, so
   that pointers and undefined bytes inside them stay what they are. */
#define _GNU_SOURCE
#include "runtime.h"

#include <stdlib.h>
#include <string.h>

int abs(int value)
{
    return value < 0 ? -value : value;
}

long labs(long value)
{
    return value < 0 ? -value : value;
}

long long llabs(long long value)
{
    return value < 0 ? -value : value;
}

div_t div(int dividend, int divisor)
{
    return (div_t){dividend / divisor, dividend % divisor};
}

ldiv_t ldiv(long dividend, long divisor)
{
    return (ldiv_t){dividend / divisor, dividend % divisor};
}

lldiv_t lldiv(long long dividend, long long divisor)
{
    return (lldiv_t){dividend / divisor, dividend % divisor};
}

typedef int Comparison(const void *, const void *);

void *bsearch(const void *key, const void *array, size_t count, size_t size, Comparison *compare)
{
    const char *first = array;
    while (count > 0) {
        const char *middle = first + count / 2 * size;
        int order = compare(key, middle);
        if (order == 0)
            return (void *)middle;
        if (order > 0) {
            first = middle + size;
            --count;
        }
        count /= 2;
    }
    return NULL;
}

/* qsort is qsort_r with the comparison as its context. */
typedef int ComparisonInContext(const void *, const void *, void *);

/* Merges the sorted runs [first, middle) and [middle, end). The left run moves to the buffer; when it
   is used up, what is left of the right run is already where it belongs. */
static void mergeRuns(char *first, char *middle, char *end, size_t size, char *buffer,
                      ComparisonInContext *compare, void *context)
{
    char *left = buffer;
    char *leftEnd = buffer + (middle - first);
    char *right = middle;
    char *to = first;
    memcpy(buffer, first, (size_t)(middle - first));
    while (left < leftEnd && right < end) {
        char **from = compare(left, right, context) <= 0 ? &left : &right;
        memcpy(to, *from, size);
        *from += size;
        to += size;
    }
    memcpy(to, left, (size_t)(leftEnd - left));
}

static size_t longestLeftRun(size_t bytes, size_t size)
{
    size_t run = size;
    while (run < bytes - run)
        run *= 2;
    return run;
}

void qsort_r(void *array, size_t count, size_t size, ComparisonInContext *compare, void *context)
{
    if (count < 2 || size == 0)
        return;
    char *first = array;
    size_t bytes = count * size;
    _Alignas(max_align_t) char buffer[longestLeftRun(bytes, size)];
    for (size_t run = size; run < bytes; run *= 2)
        for (size_t at = 0; run < bytes - at; at += 2 * run) {
            size_t middle = at + run;
            size_t end = run < bytes - middle ? middle + run : bytes;
            mergeRuns(first + at, first + middle, first + end, size, buffer, compare, context);
            if (end == bytes)
                break;
        }
}

static int compareWithout(const void *left, const void *right, void *compare)
{
    return ((Comparison *)compare)(left, right);
}

void qsort(void *array, size_t count, size_t size, Comparison *compare)
{
    qsort_r(array, count, size, compareWithout, (void *)compare);
}
