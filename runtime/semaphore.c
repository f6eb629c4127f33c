/* Semaphores. The value is the first word of the sem_t; a waiting thread stands before the
   semaphore while that word is zero. Semaphores with names (sem_open) are files and not modelled. */
#define _GNU_SOURCE
#include "runtime.h"

#include "deadline.h"

#include <errno.h>
#include <limits.h>
#include <semaphore.h>

static unsigned *valueOf(sem_t *semaphore)
{
    return (unsigned *)semaphore;
}

static int failWith(int error)
{
    errno = error;
    return -1;
}

/* Only one process exists, so it makes no difference who shares the semaphore. */
int sem_init(sem_t *semaphore, int shared, unsigned value)
{
    (void)shared;
    if (value > SEM_VALUE_MAX)
        return failWith(EINVAL);
    *semaphore = (sem_t){{0}};
    *valueOf(semaphore) = value;
    return 0;
}

/* A thread that waits for a destroyed semaphore, then or later, is reported as using one that was
   never initialised. */
int sem_destroy(sem_t *semaphore)
{
    __clew_undefine(semaphore, sizeof *semaphore);
    return 0;
}

static int take(sem_t *semaphore)
{
    --*valueOf(semaphore);
    __clew_note("takes %", semaphore);
    return 0;
}

static int failToTake(sem_t *semaphore, int error)
{
    __clew_note("does not get %", semaphore);
    return failWith(error);
}

int sem_wait(sem_t *semaphore)
{
    __clew_wait_while(valueOf(semaphore), 0);
    return take(semaphore);
}

int sem_trywait(sem_t *semaphore)
{
    if (*valueOf(semaphore) == 0)
        return failToTake(semaphore, EAGAIN);
    return take(semaphore);
}

int sem_clockwait(sem_t *restrict semaphore, clockid_t clock, const struct timespec *restrict deadline)
{
    if (!__clewrt_isWaitClock(clock))
        return failWith(EINVAL);
    if (*valueOf(semaphore) == 0)
        return failToTake(semaphore, __clewrt_timedOut(deadline));
    return take(semaphore);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict deadline)
{
    return sem_clockwait(semaphore, CLOCK_REALTIME, deadline);
}

int sem_post(sem_t *semaphore)
{
    if (*valueOf(semaphore) >= SEM_VALUE_MAX)
        return failWith(EOVERFLOW);
    ++*valueOf(semaphore);
    __clew_note("posts %", semaphore);
    return 0;
}

int sem_getvalue(sem_t *restrict semaphore, int *restrict value)
{
    *value = (int)*valueOf(semaphore);
    return 0;
}
