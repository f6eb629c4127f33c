/* Measuring, copying and comparing strings. A copy is a length and one memcpy: the machine copies a
   block in one instruction and reports an overflow there, with both objects at hand. */
#define _GNU_SOURCE
#include "runtime.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

size_t strlen(const char *text)
{
    size_t length = 0;
    while (text[length] != '\0')
        ++length;
    return length;
}

size_t strnlen(const char *text, size_t limit)
{
    size_t length = 0;
    while (length < limit && text[length] != '\0')
        ++length;
    return length;
}

char *stpcpy(char *restrict to, const char *restrict from)
{
    size_t length = strlen(from);
    memcpy(to, from, length + 1);
    return to + length;
}

char *strcpy(char *restrict to, const char *restrict from)
{
    memcpy(to, from, strlen(from) + 1);
    return to;
}

/* The rest of the field is filled with zeros, as the standard asks; a full field has none. */
char *strncpy(char *restrict to, const char *restrict from, size_t size)
{
    size_t length = strnlen(from, size);
    memcpy(to, from, length);
    memset(to + length, 0, size - length);
    return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t size)
{
    size_t length = strnlen(from, size);
    memcpy(to, from, length);
    memset(to + length, 0, size - length);
    return to + length;
}

char *strcat(char *restrict to, const char *restrict from)
{
    memcpy(to + strlen(to), from, strlen(from) + 1);
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t limit)
{
    char *end = to + strlen(to);
    size_t length = strnlen(from, limit);
    memcpy(end, from, length);
    end[length] = '\0';
    return to;
}

char *strndup(const char *text, size_t limit)
{
    size_t length = strnlen(text, limit);
    char *copy = malloc(length + 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy == NULL ? NULL : memcpy(copy, text, size);
}

int strcmp(const char *left, const char *right)
{
    size_t i = 0;
    while (left[i] != '\0' && left[i] == right[i])
        ++i;
    return (unsigned char)left[i] - (unsigned char)right[i];
}

int strncmp(const char *left, const char *right, size_t limit)
{
    for (size_t i = 0; i < limit; ++i)
        if (left[i] != right[i] || left[i] == '\0')
            return (unsigned char)left[i] - (unsigned char)right[i];
    return 0;
}

static int lowerCase(char character)
{
    unsigned char value = (unsigned char)character;
    return value >= 'A' && value <= 'Z' ? value - 'A' + 'a' : value;
}

int strncasecmp(const char *left, const char *right, size_t limit)
{
    for (size_t i = 0; i < limit; ++i) {
        int difference = lowerCase(left[i]) - lowerCase(right[i]);
        if (difference != 0 || left[i] == '\0')
            return difference;
    }
    return 0;
}

int strcasecmp(const char *left, const char *right)
{
    return strncasecmp(left, right, (size_t)-1);
}

/* There is only the C locale, where the order of strings is that of their bytes and a string is its
   own transformation. */
int strcoll(const char *left, const char *right)
{
    return strcmp(left, right);
}

size_t strxfrm(char *restrict to, const char *restrict from, size_t size)
{
    size_t length = strlen(from);
    if (size != 0) /* otherwise `to` may be a null pointer */
        memcpy(to, from, length < size ? length + 1 : size);
    return length;
}

/* These two come from BSD: the result is always terminated, and the value is the length that was
   wanted. */
size_t strlcpy(char *restrict to, const char *restrict from, size_t size);
size_t strlcat(char *restrict to, const char *restrict from, size_t size);

size_t strlcpy(char *restrict to, const char *restrict from, size_t size)
{
    size_t length = strlen(from);
    if (size > 0) {
        size_t copied = length < size ? length : size - 1;
        memcpy(to, from, copied);
        to[copied] = '\0';
    }
    return length;
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size)
{
    size_t used = strnlen(to, size);
    return used + strlcpy(to + used, from, size - used);
}
