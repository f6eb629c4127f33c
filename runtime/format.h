/* The engine behind the printf family: a format and its arguments go in, bytes go to a sink. */
#ifndef CLEW_RUNTIME_FORMAT_H
#define CLEW_RUNTIME_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/* Where formatted bytes go. With a stream (1 or 2) they are written out, otherwise as many as fit
   are stored at `to`. `length` counts all of them, also those that did not fit. */
typedef struct Sink {
    int stream;
    char *to;
    size_t capacity;
    size_t length;
} Sink;

/* Formats into the sink. Returns the length, or -1 with errno set when it does not fit an int. */
int __clewrt_format(Sink *sink, const char *format, va_list arguments);

#endif
