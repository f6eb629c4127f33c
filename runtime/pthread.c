/* The part of pthreads that is plain data, and what can be said with the machine's own operations.
   Threads, mutexes and condition variables themselves are the machine's; it reads the attribute
   objects that the functions below fill, so their layout is a contract:

     pthread_attr_t       int at offset 0: the detach state, 1 is PTHREAD_CREATE_DETACHED;
                          the rest has no effect and is only kept
     pthread_mutexattr_t  low 16 bits of the int at offset 0: the type, one of
                          PTHREAD_MUTEX_NORMAL (0), PTHREAD_MUTEX_RECURSIVE (1),
                          PTHREAD_MUTEX_ERRORCHECK (2), PTHREAD_MUTEX_ADAPTIVE_NP (3, to be treated as
                          normal)

   Only one process exists, so it makes no difference whether an object is shared between processes.
   Robust mutexes and priority protocols are not modelled, and neither is cancellation. */
#define _GNU_SOURCE
#include "runtime.h"

#include "deadline.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct ThreadAttributes {
    int detachState;
    size_t stackSize;
    size_t guardSize;
    short inheritance;
    short policy;
    int priority;
} ThreadAttributes;

typedef struct MutexAttributes {
    short type;
    char shared;
    char unused;
} MutexAttributes;

_Static_assert(sizeof(ThreadAttributes) <= sizeof(pthread_attr_t), "fits");
_Static_assert(sizeof(MutexAttributes) <= sizeof(pthread_mutexattr_t), "fits");
_Static_assert(PTHREAD_CREATE_DETACHED == 1, "as documented");
_Static_assert(PTHREAD_MUTEX_RECURSIVE == 1 && PTHREAD_MUTEX_ERRORCHECK == 2, "as documented");

enum { kDefaultStackSize = 8 << 20, kSmallestStackSize = 16384, kPageSize = 4096 };

/* What an exception that leaves the routine does on its way: the next caller tries again. */
static void forgetBeginning(pthread_once_t **unfinished)
{
    if (*unfinished != NULL)
        **unfinished = PTHREAD_ONCE_INIT;
}

int pthread_once(pthread_once_t *control, void (*routine)(void))
{
    if (__clew_once_begin(control)) {
        __attribute__((cleanup(forgetBeginning))) pthread_once_t *unfinished = control;
        routine();
        unfinished = NULL;
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
    ours->guardSize = kPageSize;
    ours->inheritance = PTHREAD_INHERIT_SCHED;
    ours->policy = SCHED_OTHER;
    ours->priority = 0;
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
    *(MutexAttributes *)attributes =
        (MutexAttributes){PTHREAD_MUTEX_DEFAULT, PTHREAD_PROCESS_PRIVATE, 0};
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
    ((MutexAttributes *)attributes)->type = (short)type;
    return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict attributes, int *restrict type)
{
    *type = ((const MutexAttributes *)attributes)->type;
    return 0;
}

static int isSharing(int shared)
{
    return shared == PTHREAD_PROCESS_PRIVATE || shared == PTHREAD_PROCESS_SHARED;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared)
{
    if (!isSharing(shared))
        return EINVAL;
    ((MutexAttributes *)attributes)->shared = (char)shared;
    return 0;
}

int pthread_mutexattr_getpshared(const pthread_mutexattr_t *restrict attributes, int *restrict shared)
{
    *shared = ((const MutexAttributes *)attributes)->shared;
    return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attributes, int protocol)
{
    (void)attributes;
    if (protocol == PTHREAD_PRIO_INHERIT)
        __clew_unmodelled("PTHREAD_PRIO_INHERIT");
    if (protocol == PTHREAD_PRIO_PROTECT)
        __clew_unmodelled("PTHREAD_PRIO_PROTECT");
    return protocol == PTHREAD_PRIO_NONE ? 0 : EINVAL;
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *restrict attributes, int *restrict protocol)
{
    (void)attributes;
    *protocol = PTHREAD_PRIO_NONE;
    return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes, int robustness)
{
    (void)attributes;
    if (robustness == PTHREAD_MUTEX_ROBUST)
        __clew_unmodelled("PTHREAD_MUTEX_ROBUST");
    return robustness == PTHREAD_MUTEX_STALLED ? 0 : EINVAL;
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attributes, int *robustness)
{
    (void)attributes;
    *robustness = PTHREAD_MUTEX_STALLED;
    return 0;
}

/* No mutex is robust, so none is ever inconsistent. */
int pthread_mutex_consistent(pthread_mutex_t *mutex)
{
    (void)mutex;
    return EINVAL;
}

/* A mutex of the error-checking kind that the thread holds already is an error at once; a normal one
   is out of time. */
int pthread_mutex_clocklock(pthread_mutex_t *restrict mutex, clockid_t clock,
                            const struct timespec *restrict deadline)
{
    if (!__clewrt_isWaitClock(clock))
        return EINVAL;
    int error = pthread_mutex_trylock(mutex);
    if (error != EBUSY)
        return error;
    if (mutex->__data.__kind == PTHREAD_MUTEX_ERRORCHECK &&
        (unsigned)mutex->__data.__lock == __clew_thread_number())
        return EDEADLK;
    return __clewrt_timedOut(deadline);
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict deadline)
{
    return pthread_mutex_clocklock(mutex, CLOCK_REALTIME, deadline);
}

/* ---- condition variables: which clock a deadline is about makes no difference ---- */

typedef struct ConditionAttributes {
    short clock;
    short shared;
} ConditionAttributes;

_Static_assert(sizeof(ConditionAttributes) <= sizeof(pthread_condattr_t), "fits");

int pthread_condattr_init(pthread_condattr_t *attributes)
{
    *(ConditionAttributes *)attributes = (ConditionAttributes){CLOCK_REALTIME, PTHREAD_PROCESS_PRIVATE};
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock)
{
    if (!__clewrt_isWaitClock(clock))
        return EINVAL;
    ((ConditionAttributes *)attributes)->clock = (short)clock;
    return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *restrict attributes, clockid_t *restrict clock)
{
    *clock = ((const ConditionAttributes *)attributes)->clock;
    return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t *attributes, int shared)
{
    if (!isSharing(shared))
        return EINVAL;
    ((ConditionAttributes *)attributes)->shared = (short)shared;
    return 0;
}

int pthread_condattr_getpshared(const pthread_condattr_t *restrict attributes, int *restrict shared)
{
    *shared = ((const ConditionAttributes *)attributes)->shared;
    return 0;
}

/* ---- attributes of threads that have no effect ---- */

int pthread_attr_setguardsize(pthread_attr_t *attributes, size_t size)
{
    ((ThreadAttributes *)attributes)->guardSize = size;
    return 0;
}

int pthread_attr_getguardsize(const pthread_attr_t *restrict attributes, size_t *restrict size)
{
    *size = ((const ThreadAttributes *)attributes)->guardSize;
    return 0;
}

int pthread_attr_setscope(pthread_attr_t *attributes, int scope)
{
    (void)attributes;
    return scope == PTHREAD_SCOPE_SYSTEM ? 0 : scope == PTHREAD_SCOPE_PROCESS ? ENOTSUP : EINVAL;
}

int pthread_attr_getscope(const pthread_attr_t *restrict attributes, int *restrict scope)
{
    (void)attributes;
    *scope = PTHREAD_SCOPE_SYSTEM;
    return 0;
}

int pthread_attr_setinheritsched(pthread_attr_t *attributes, int inheritance)
{
    if (inheritance != PTHREAD_INHERIT_SCHED && inheritance != PTHREAD_EXPLICIT_SCHED)
        return EINVAL;
    ((ThreadAttributes *)attributes)->inheritance = (short)inheritance;
    return 0;
}

int pthread_attr_getinheritsched(const pthread_attr_t *restrict attributes, int *restrict inheritance)
{
    *inheritance = ((const ThreadAttributes *)attributes)->inheritance;
    return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *attributes, int policy)
{
    if (policy != SCHED_OTHER && policy != SCHED_FIFO && policy != SCHED_RR)
        return EINVAL;
    ((ThreadAttributes *)attributes)->policy = (short)policy;
    return 0;
}

int pthread_attr_getschedpolicy(const pthread_attr_t *restrict attributes, int *restrict policy)
{
    *policy = ((const ThreadAttributes *)attributes)->policy;
    return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *restrict attributes,
                               const struct sched_param *restrict parameters)
{
    ((ThreadAttributes *)attributes)->priority = parameters->sched_priority;
    return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *restrict attributes,
                               struct sched_param *restrict parameters)
{
    parameters->sched_priority = ((const ThreadAttributes *)attributes)->priority;
    return 0;
}

/* A hint that no implementation here follows; 0 means that it does not. */
int pthread_setconcurrency(int level)
{
    return level < 0 ? EINVAL : 0;
}

int pthread_getconcurrency(void)
{
    return 0;
}
