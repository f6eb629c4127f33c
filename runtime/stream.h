/* What a FILE is behind its opaque pointer, for the two files that write to one. */
#ifndef CLEW_RUNTIME_STREAM_H
#define CLEW_RUNTIME_STREAM_H

#include <errno.h>
#include <stdio.h>

typedef struct Stream {
    int descriptor;
} Stream;

static inline int __clewrt_descriptor(const FILE *stream)
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

#endif
