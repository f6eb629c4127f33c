/* Operations that give up at a deadline. They never block: what can be had is taken, and what cannot
   is out of time. The schedules in which the thread comes to the operation later stand for those in
   which it waited, so nothing is lost by this. */
#ifndef CLEW_RUNTIME_DEADLINE_H
#define CLEW_RUNTIME_DEADLINE_H

#include <errno.h>
#include <time.h>

/* The error of an operation that would have to wait. */
static inline int __clewrt_timedOut(const struct timespec *deadline)
{
    return deadline->tv_nsec < 0 || deadline->tv_nsec >= 1000000000 ? EINVAL : ETIMEDOUT;
}

static inline int __clewrt_isWaitClock(clockid_t clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

#endif
