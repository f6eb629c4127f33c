/* Wide strings, and the classes of wide characters in the C locale, which has those of ASCII only.
   Reading and writing wide characters is not modelled. */
#define _GNU_SOURCE
#include "runtime.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

size_t wcslen(const wchar_t *text)
{
    size_t length = 0;
    while (text[length] != 0)
        ++length;
    return length;
}

size_t wcsnlen(const wchar_t *text, size_t limit)
{
    size_t length = 0;
    while (length < limit && text[length] != 0)
        ++length;
    return length;
}

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count)
{
    return memcpy(to, from, count * sizeof *to);
}

wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count)
{
    return wmemcpy(to, from, count) + count;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count)
{
    return memmove(to, from, count * sizeof *to);
}

wchar_t *wmemset(wchar_t *to, wchar_t character, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        to[i] = character;
    return to;
}

static int order(wchar_t left, wchar_t right)
{
    return (left > right) - (left < right);
}

int wmemcmp(const wchar_t *left, const wchar_t *right, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (left[i] != right[i])
            return order(left[i], right[i]);
    return 0;
}

wchar_t *wmemchr(const wchar_t *block, wchar_t character, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (block[i] == character)
            return (wchar_t *)block + i;
    return NULL;
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from)
{
    return wmemcpy(to, from, wcslen(from) + 1);
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t size)
{
    size_t length = wcsnlen(from, size);
    wmemcpy(to, from, length);
    wmemset(to + length, 0, size - length);
    return to;
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from)
{
    wcscpy(to + wcslen(to), from);
    return to;
}

wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t limit)
{
    size_t used = wcslen(to);
    size_t length = wcsnlen(from, limit);
    wmemcpy(to + used, from, length);
    to[used + length] = 0;
    return to;
}

wchar_t *wcsdup(const wchar_t *text)
{
    size_t size = wcslen(text) + 1;
    wchar_t *copy = malloc(size * sizeof *copy);
    return copy == NULL ? NULL : wmemcpy(copy, text, size);
}

int wcsncmp(const wchar_t *left, const wchar_t *right, size_t limit)
{
    for (size_t i = 0; i < limit; ++i)
        if (left[i] != right[i] || left[i] == 0)
            return order(left[i], right[i]);
    return 0;
}

int wcscmp(const wchar_t *left, const wchar_t *right)
{
    return wcsncmp(left, right, (size_t)-1);
}

int wcscoll(const wchar_t *left, const wchar_t *right)
{
    return wcscmp(left, right);
}

wchar_t *wcschr(const wchar_t *text, wchar_t character)
{
    for (; *text != character; ++text)
        if (*text == 0)
            return NULL;
    return (wchar_t *)text;
}

wchar_t *wcsrchr(const wchar_t *text, wchar_t character)
{
    const wchar_t *found = NULL;
    do {
        if (*text == character)
            found = text;
    } while (*text++ != 0);
    return (wchar_t *)found;
}

static int contains(const wchar_t *set, wchar_t character)
{
    while (*set != 0 && *set != character)
        ++set;
    return *set != 0;
}

size_t wcsspn(const wchar_t *text, const wchar_t *accepted)
{
    size_t length = 0;
    while (text[length] != 0 && contains(accepted, text[length]))
        ++length;
    return length;
}

size_t wcscspn(const wchar_t *text, const wchar_t *rejected)
{
    size_t length = 0;
    while (text[length] != 0 && !contains(rejected, text[length]))
        ++length;
    return length;
}

wchar_t *wcspbrk(const wchar_t *text, const wchar_t *accepted)
{
    text += wcscspn(text, accepted);
    return *text == 0 ? NULL : (wchar_t *)text;
}

wchar_t *wcsstr(const wchar_t *haystack, const wchar_t *needle)
{
    size_t length = wcslen(needle);
    for (;; ++haystack) {
        if (wcsncmp(haystack, needle, length) == 0)
            return (wchar_t *)haystack;
        if (*haystack == 0)
            return NULL;
    }
}

wchar_t *wcstok(wchar_t *restrict text, const wchar_t *restrict delimiters, wchar_t **restrict place)
{
    wchar_t *token = text != NULL ? text : *place;
    if (token == NULL)
        return NULL;
    token += wcsspn(token, delimiters);
    if (*token == 0) {
        *place = NULL;
        return NULL;
    }
    wchar_t *end = token + wcscspn(token, delimiters);
    if (*end == 0) {
        *place = NULL;
    } else {
        *end = 0;
        *place = end + 1;
    }
    return token;
}

/* ---- characters ---- */

static int isAscii(wint_t character)
{
    return character < 0x80;
}

wint_t btowc(int byte)
{
    return byte >= 0 && byte < 0x80 ? (wint_t)byte : WEOF;
}

int wctob(wint_t character)
{
    return isAscii(character) ? (int)character : EOF;
}

wint_t towlower(wint_t character)
{
    return isAscii(character) ? (wint_t)tolower((int)character) : character;
}

wint_t towupper(wint_t character)
{
    return isAscii(character) ? (wint_t)toupper((int)character) : character;
}

#define CLASS(name) \
    int isw##name(wint_t character) \
    { \
        return isAscii(character) && is##name((int)character); \
    }

CLASS(alnum)
CLASS(alpha)
CLASS(blank)
CLASS(cntrl)
CLASS(digit)
CLASS(graph)
CLASS(lower)
CLASS(print)
CLASS(punct)
CLASS(space)
CLASS(upper)
CLASS(xdigit)
