/* What a FILE is behind its opaque pointer, for the files that write to one or read from it. stdio.h
   is not included here: its newer versions rename the scanf family, also where that is defined. */
#ifndef CLEW_RUNTIME_STREAM_H
#define CLEW_RUNTIME_STREAM_H

#include <errno.h>

struct _IO_FILE;

typedef struct Stream {
    int descriptor;
} Stream;

static inline int __clewrt_descriptor(const struct _IO_FILE *stream)
{
    return ((const Stream *)stream)->descriptor;
}

/* Only standard output and standard error exist for writing; anything else is a bad descriptor. */
static inline int __clewrt_writable(int descriptor)
{
    if (descriptor == 1 || descriptor == 2)
        return 1;
    errno = EBADF;
    return 0;
}

/* Only standard input exists for reading. */
static inline int __clewrt_readable(const struct _IO_FILE *stream)
{
    if (__clewrt_descriptor(stream) == 0)
        return 1;
    errno = EBADF;
    return 0;
}

/* The next byte of standard input, or -1 at its end. */
int __clewrt_nextInput(void);
/* Puts a byte back, to be read next. Returns 0 when there is no room. */
int __clewrt_returnInput(int byte);

#endif
