/* The part of string.h that works on blocks of a given length. memcpy, memmove and memset are
   the machine's own, and what can be said with them is said with them: they are one instruction
   each.

   Everything here goes byte by byte from the front and stops at the first byte that decides,
   since a caller may give a length that reaches past the object as long as the answer comes
   before its end. */
#define _GNU_SOURCE
#include "runtime.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>

int memcmp(const void *left, const void *right, size_t length)
{
    const unsigned char *a = left;
    const unsigned char *b = right;
    for (size_t i = 0; i < length; ++i)
        if (a[i] != b[i])
            return a[i] - b[i];
    return 0;
}

int bcmp(const void *left, const void *right, size_t length)
{
    return memcmp(left, right, length);
}

void *memchr(const void *block, int byte, size_t length)
{
    const unsigned char *bytes = block;
    for (size_t i = 0; i < length; ++i)
        if (bytes[i] == (unsigned char)byte)
            return (void *)(bytes + i);
    return NULL;
}

void *memrchr(const void *block, int byte, size_t length)
{
    const unsigned char *bytes = block;
    for (size_t i = length; i > 0; --i)
        if (bytes[i - 1] == (unsigned char)byte)
            return (void *)(bytes + i - 1);
    return NULL;
}

void *memmem(const void *haystack, size_t haystackLength, const void *needle, size_t needleLength)
{
    const char *bytes = haystack;
    if (needleLength > haystackLength)
        return NULL;
    for (size_t i = 0; i <= haystackLength - needleLength; ++i)
        if (memcmp(bytes + i, needle, needleLength) == 0)
            return (void *)(bytes + i);
    return NULL;
}

void *memccpy(void *restrict to, const void *restrict from, int byte, size_t length)
{
    const char *found = memchr(from, byte, length);
    if (found == NULL) {
        memcpy(to, from, length);
        return NULL;
    }
    size_t copied = (size_t)(found - (const char *)from) + 1;
    memcpy(to, from, copied);
    return (char *)to + copied;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t length)
{
    memcpy(to, from, length);
    return (char *)to + length;
}

void bzero(void *block, size_t length)
{
    memset(block, 0, length);
}

void explicit_bzero(void *block, size_t length)
{
    memset(block, 0, length);
}

/* The byte is known to be there, so nothing but the end of the object ends the search. */
void *rawmemchr(const void *block, int byte)
{
    const unsigned char *bytes = block;
    while (*bytes != (unsigned char)byte)
        ++bytes;
    return (void *)bytes;
}

/* Copies with every two bytes exchanged; an odd byte at the end is left out. */
void swab(const void *restrict from, void *restrict to, ssize_t length)
{
    const char *source = from;
    char *target = to;
    for (; length > 1; length -= 2, source += 2, target += 2) {
        char first = source[0];
        target[0] = source[1];
        target[1] = first;
    }
}

/* The place of the lowest bit that is set, counted from 1; 0 if there is none. */
int ffsll(long long bits)
{
    if (bits == 0)
        return 0;
    int place = 1;
    for (; (bits & 1) == 0; bits = (long long)((unsigned long long)bits >> 1))
        ++place;
    return place;
}

int ffs(int bits)
{
    return ffsll(bits);
}

int ffsl(long bits)
{
    return ffsll(bits);
}
