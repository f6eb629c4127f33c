/* Finding characters and strings in strings, and cutting strings into tokens.

   strtok keeps its place in a static variable because C says so; it is one pointer in every
   state of a program that uses it. strtok_r and strsep keep theirs with the caller. */
#define _GNU_SOURCE
#include "runtime.h"

#include <string.h>
#include <strings.h>

char *strchrnul(const char *text, int character)
{
    while (*text != '\0' && *text != (char)character)
        ++text;
    return (char *)text;
}

/* The terminating zero is part of the string here: it can be searched for. */
char *strchr(const char *text, int character)
{
    while (*text != (char)character) {
        if (*text == '\0')
            return NULL;
        ++text;
    }
    return (char *)text;
}

char *strrchr(const char *text, int character)
{
    const char *found = NULL;
    do {
        if (*text == (char)character)
            found = text;
    } while (*text++ != '\0');
    return (char *)found;
}

char *index(const char *text, int character)
{
    return strchr(text, character);
}

char *rindex(const char *text, int character)
{
    return strrchr(text, character);
}

static int startsWith(const char *text, const char *prefix)
{
    while (*prefix != '\0' && *text == *prefix) {
        ++text;
        ++prefix;
    }
    return *prefix == '\0';
}

char *strstr(const char *haystack, const char *needle)
{
    for (;; ++haystack) {
        if (startsWith(haystack, needle))
            return (char *)haystack;
        if (*haystack == '\0')
            return NULL;
    }
}

char *strcasestr(const char *haystack, const char *needle)
{
    size_t length = strlen(needle);
    for (;; ++haystack) {
        if (strncasecmp(haystack, needle, length) == 0)
            return (char *)haystack;
        if (*haystack == '\0')
            return NULL;
    }
}

/* GNU's basename: what follows the last slash, also when that is nothing. */
char *basename(const char *path)
{
    const char *slash = strrchr(path, '/');
    return (char *)(slash == NULL ? path : slash + 1);
}

static int contains(const char *set, char character)
{
    while (*set != '\0' && *set != character)
        ++set;
    return *set != '\0';
}

size_t strspn(const char *text, const char *accepted)
{
    size_t length = 0;
    while (text[length] != '\0' && contains(accepted, text[length]))
        ++length;
    return length;
}

size_t strcspn(const char *text, const char *rejected)
{
    size_t length = 0;
    while (text[length] != '\0' && !contains(rejected, text[length]))
        ++length;
    return length;
}

char *strpbrk(const char *text, const char *accepted)
{
    text += strcspn(text, accepted);
    return *text == '\0' ? NULL : (char *)text;
}

char *strsep(char **restrict place, const char *restrict delimiters)
{
    char *token = *place;
    if (token == NULL)
        return NULL;
    char *end = token + strcspn(token, delimiters);
    if (*end == '\0') {
        *place = NULL;
    } else {
        *end = '\0';
        *place = end + 1;
    }
    return token;
}

char *strtok_r(char *restrict text, const char *restrict delimiters, char **restrict place)
{
    char *token = text != NULL ? text : *place;
    token += strspn(token, delimiters);
    char *end = token + strcspn(token, delimiters);
    if (*end == '\0') {
        *place = end;
    } else {
        *end = '\0';
        *place = end + 1;
    }
    return end == token ? NULL : token;
}

char *strtok(char *restrict text, const char *restrict delimiters)
{
    static char *place;
    return strtok_r(text, delimiters, &place);
}
