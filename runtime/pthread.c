/* The part of pthreads that is plain data. Threads, mutexes and condition variables themselves
   are the machine's own; it reads the attribute objects that the functions below fill, so their
   layout is a contract:

     pthread_attr_t       int at offset 0: the detach state, 1 is PTHREAD_CREATE_DETACHED
                          size_t behind it: the stack size, which has no effect
     pthread_mutexattr_t  int at offset 0: the type, one of PTHREAD_MUTEX_NORMAL (0),
                          PTHREAD_MUTEX_RECURSIVE (1), PTHREAD_MUTEX_ERRORCHECK (2),
                          PTHREAD_MUTEX_ADAPTIVE_NP (3, to be treated as normal)

   pthread_condattr_t carries nothing. */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>

typedef struct ThreadAttributes {
    int detachState;
    size_t stackSize;
} ThreadAttributes;

typedef struct MutexAttributes {
    int type;
} MutexAttributes;

_Static_assert(sizeof(ThreadAttributes) <= sizeof(pthread_attr_t), "fits");
_Static_assert(offsetof(ThreadAttributes, stackSize) == sizeof(size_t), "as documented");
_Static_assert(sizeof(MutexAttributes) <= sizeof(pthread_mutexattr_t), "fits");
_Static_assert(PTHREAD_CREATE_DETACHED == 1, "as documented");
_Static_assert(PTHREAD_MUTEX_RECURSIVE == 1 && PTHREAD_MUTEX_ERRORCHECK == 2, "as documented");

enum { kDefaultStackSize = 8 << 20, kSmallestStackSize = 16384 };

int pthread_once(pthread_once_t *control, void (*routine)(void))
{
    if (__clew_once_begin(control)) {
        routine();
        __clew_once_end(control);
    }
    return 0;
}

int pthread_equal(pthread_t left, pthread_t right)
{
    return left == right;
}

int pthread_attr_init(pthread_attr_t *attributes)
{
    ThreadAttributes *ours = (ThreadAttributes *)attributes;
    ours->detachState = PTHREAD_CREATE_JOINABLE;
    ours->stackSize = kDefaultStackSize;
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state)
{
    if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED)
        return EINVAL;
    ((ThreadAttributes *)attributes)->detachState = state;
    return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state)
{
    *state = ((const ThreadAttributes *)attributes)->detachState;
    return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size)
{
    if (size < kSmallestStackSize)
        return EINVAL;
    ((ThreadAttributes *)attributes)->stackSize = size;
    return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *restrict attributes, size_t *restrict size)
{
    *size = ((const ThreadAttributes *)attributes)->stackSize;
    return 0;
}

int pthread_mutexattr_init(pthread_mutexattr_t *attributes)
{
    ((MutexAttributes *)attributes)->type = PTHREAD_MUTEX_DEFAULT;
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes)
{
    (void)attributes;
    return 0;
}

/* glibc's adaptive type spins before it waits, which no schedule can tell from a normal mutex. */
int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int type)
{
    if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ADAPTIVE_NP)
        return EINVAL;
    ((MutexAttributes *)attributes)->type = type;
    return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict attributes, int *restrict type)
{
    *type = ((const MutexAttributes *)attributes)->type;
    return 0;
}

int pthread_condattr_init(pthread_condattr_t *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *attributes)
{
    (void)attributes;
    return 0;
}
