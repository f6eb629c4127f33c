/* What stands beside malloc, calloc, realloc, free and aligned_alloc, which are the machine's
   own. */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

/* Asks aligned_alloc for the exact size, also where that is no multiple of the alignment: a size
   that is rounded up would hide accesses behind the end. Failure is reported by the result, and errno
   stays as it was. */
int posix_memalign(void **result, size_t alignment, size_t size)
{
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0)
        return EINVAL;
    int errorBefore = errno;
    void *memory = aligned_alloc(alignment, size);
    errno = errorBefore;
    if (memory == NULL)
        return ENOMEM;
    *result = memory;
    return 0;
}

/* The exact size that was asked for: no program may count on the slack that a real heap has. */
size_t malloc_usable_size(void *memory)
{
    return memory == NULL ? 0 : __clew_object_size(memory);
}

void *reallocarray(void *memory, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(memory, count * size);
}
