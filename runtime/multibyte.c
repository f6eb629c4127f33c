/* Multibyte characters of the C locale: one byte each, and only those of ASCII exist. */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <stdlib.h>
#include <wchar.h>

static int isAscii(char character)
{
    return (unsigned char)character < 0x80;
}

static int reject(void)
{
    errno = EILSEQ;
    return -1;
}

int mbtowc(wchar_t *restrict to, const char *restrict text, size_t length)
{
    if (text == NULL)
        return 0;
    if (length == 0)
        return -1;
    if (!isAscii(*text))
        return reject();
    if (to != NULL)
        *to = *text;
    return *text != '\0';
}

int mblen(const char *text, size_t length)
{
    return mbtowc(NULL, text, length);
}

int wctomb(char *to, wchar_t character)
{
    if (to == NULL)
        return 0;
    if (character < 0 || character >= 0x80)
        return reject();
    *to = (char)character;
    return 1;
}

size_t mbstowcs(wchar_t *restrict to, const char *restrict text, size_t count)
{
    size_t length = 0;
    for (; (to == NULL || length < count) && text[length] != '\0'; ++length) {
        if (!isAscii(text[length]))
            return (size_t)reject();
        if (to != NULL)
            to[length] = text[length];
    }
    if (to != NULL && length < count)
        to[length] = 0;
    return length;
}

size_t wcstombs(char *restrict to, const wchar_t *restrict text, size_t count)
{
    size_t length = 0;
    for (; (to == NULL || length < count) && text[length] != 0; ++length) {
        if (text[length] < 0 || text[length] >= 0x80)
            return (size_t)reject();
        if (to != NULL)
            to[length] = (char)text[length];
    }
    if (to != NULL && length < count)
        to[length] = '\0';
    return length;
}
