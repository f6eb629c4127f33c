/* The printf family: each function makes a sink and hands format and arguments to the engine. */
#define _GNU_SOURCE
#include "runtime.h"

#include "format.h"
#include "stream.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int formatToStream(int descriptor, const char *format, va_list arguments)
{
    if (!__clewrt_writable(descriptor))
        return -1;
    Sink sink = {descriptor, NULL, 0, 0};
    return __clewrt_format(&sink, format, arguments);
}

int vprintf(const char *restrict format, va_list arguments)
{
    return formatToStream(1, format, arguments);
}

int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    return formatToStream(__clewrt_descriptor(stream), format, arguments);
}

int vdprintf(int descriptor, const char *restrict format, va_list arguments)
{
    return formatToStream(descriptor, format, arguments);
}

/* A size of 0 asks for the length only, and the buffer may be a null pointer then. */
int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list arguments)
{
    Sink sink = {0, to, size == 0 ? 0 : size - 1, 0};
    int result = __clewrt_format(&sink, format, arguments);
    if (size != 0)
        to[sink.length < sink.capacity ? sink.length : sink.capacity] = '\0';
    return result;
}

int vsprintf(char *restrict to, const char *restrict format, va_list arguments)
{
    return vsnprintf(to, SIZE_MAX, format, arguments);
}

int vasprintf(char **restrict to, const char *restrict format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0)
        return -1;
    char *text = malloc((size_t)length + 1);
    if (text == NULL)
        return -1;
    *to = text;
    return vsnprintf(text, (size_t)length + 1, format, arguments);
}

int asprintf(char **restrict to, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vasprintf(to, format, arguments);
    va_end(arguments);
    return result;
}

int printf(const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vprintf(format, arguments);
    va_end(arguments);
    return result;
}

int fprintf(FILE *restrict stream, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vfprintf(stream, format, arguments);
    va_end(arguments);
    return result;
}

int dprintf(int descriptor, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vdprintf(descriptor, format, arguments);
    va_end(arguments);
    return result;
}

int sprintf(char *restrict to, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vsprintf(to, format, arguments);
    va_end(arguments);
    return result;
}

int snprintf(char *restrict to, size_t size, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vsnprintf(to, size, format, arguments);
    va_end(arguments);
    return result;
}
