/* Futexes. A thread waits until it is woken, not until the word has changed: a program that forgets to
   wake somebody must be found waiting for ever.

   The list of waiters is ordered by their addresses and not by their arrival, so that states do not
   differ in who came first. */
#define _GNU_SOURCE
#include "runtime.h"

#include "waiting.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static Waiter *waiters; /* the library's own, and so never part of a race */

void __clewrt_beginWait(Waiter *waiter, const void *address)
{
    waiter->address = address;
    waiter->woken = 0;
    Waiter *before = NULL;
    Waiter *after = waiters;
    for (; after != NULL && after < waiter; after = after->next)
        before = after;
    waiter->next = after;
    if (before == NULL)
        waiters = waiter;
    else
        before->next = waiter;
}

void __clewrt_endWait(Waiter *waiter)
{
    __clew_wait_while((const unsigned *)&waiter->woken, 0);
}

static unsigned waitersAt(const void *address)
{
    unsigned count = 0;
    for (const Waiter *waiter = waiters; waiter != NULL; waiter = waiter->next)
        count += waiter->address == address;
    return count;
}

/* Wakes the index-th waiter of the address. */
static void wakeOne(const void *address, unsigned index)
{
    Waiter *before = NULL;
    Waiter *waiter = waiters;
    for (; waiter->address != address || index-- > 0; waiter = waiter->next)
        before = waiter;
    if (before == NULL)
        waiters = waiter->next;
    else
        before->next = waiter->next;
    waiter->next = NULL;
    waiter->woken = 1;
}

unsigned __clewrt_wake(const void *address, unsigned count)
{
    unsigned there = waitersAt(address);
    unsigned woken = 0;
    for (; woken < count && there > 0; ++woken, --there)
        wakeOne(address, count - woken < there ? __clew_choose(there) : 0);
    return woken;
}

static long waitAt(const unsigned *word, unsigned expected, const struct timespec *timeout)
{
    if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != expected) {
        errno = EAGAIN;
        return -1;
    }
    if (timeout != NULL) {
        errno = ETIMEDOUT;
        return -1;
    }
    Waiter waiter;
    __clewrt_beginWait(&waiter, word);
    __clewrt_endWait(&waiter);
    return 0;
}

static long futex(const unsigned *word, int operation, unsigned value, const struct timespec *timeout)
{
    switch (operation & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME)) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
        return waitAt(word, value, timeout);
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET:
        return __clewrt_wake(word, value);
    default:
        __clew_unmodelled("syscall (of this futex operation)");
    }
}

long syscall(long number, ...)
{
    if (number != SYS_futex)
        __clew_unmodelled("syscall (other than futex)");
    va_list arguments;
    va_start(arguments, number);
    const unsigned *word = va_arg(arguments, const unsigned *);
    int operation = va_arg(arguments, int);
    unsigned value = va_arg(arguments, unsigned);
    int waits = (operation & 0xF) == FUTEX_WAIT || (operation & 0xF) == FUTEX_WAIT_BITSET;
    const struct timespec *timeout = waits ? va_arg(arguments, const struct timespec *) : NULL;
    va_end(arguments);
    return futex(word, operation, value, timeout);
}
