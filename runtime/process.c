/* What a program may ask about itself and the system. */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <sched.h>
#include <unistd.h>

enum { kProcess = 1000, kParent = 1, kPageSize = 4096, kMostPriority = 99 };

pid_t getpid(void)
{
    return kProcess;
}

pid_t getppid(void)
{
    return kParent;
}

int getpagesize(void)
{
    return kPageSize;
}

/* The standard streams are no terminal. */
int isatty(int descriptor)
{
    errno = descriptor >= 0 && descriptor <= 2 ? ENOTTY : EBADF;
    return 0;
}

long sysconf(int name)
{
    if (name == _SC_PAGESIZE)
        return kPageSize;
    __clew_unmodelled("sysconf of anything but the page size");
}

static int isRealTime(int policy)
{
    return policy == SCHED_FIFO || policy == SCHED_RR;
}

static int priorityOf(int policy, int realTime)
{
    if (isRealTime(policy))
        return realTime;
    if (policy == SCHED_OTHER || policy == SCHED_BATCH || policy == SCHED_IDLE)
        return 0;
    errno = EINVAL;
    return -1;
}

int sched_get_priority_max(int policy)
{
    return priorityOf(policy, kMostPriority);
}

int sched_get_priority_min(int policy)
{
    return priorityOf(policy, 1);
}
