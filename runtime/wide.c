/* The functions for wide characters that std::wstring is made of. */
#include "runtime.h"

#include <wchar.h>

size_t wcslen(const wchar_t *text)
{
    size_t length = 0;
    while (text[length] != L'\0')
        ++length;
    return length;
}

int wcscmp(const wchar_t *left, const wchar_t *right)
{
    while (*left != L'\0' && *left == *right)
        ++left, ++right;
    return *left == *right ? 0 : *left < *right ? -1 : 1;
}

int wmemcmp(const wchar_t *left, const wchar_t *right, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return 0;
}

wchar_t *wmemchr(const wchar_t *text, wchar_t wanted, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (text[i] == wanted)
            return (wchar_t *)text + i;
    return NULL;
}

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        to[i] = from[i];
    return to;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count)
{
    if (to < from)
        return wmemcpy(to, from, count);
    while (count-- > 0)
        to[count] = from[count];
    return to;
}

wchar_t *wmemset(wchar_t *to, wchar_t value, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        to[i] = value;
    return to;
}
