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
