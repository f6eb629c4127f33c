/* Read-write locks.

   A lock is two words in its own pthread_rwlock_t, both zero when it is free, as the static
   initialiser leaves them: the number of readers, which has the value kWritten while a writer
   holds it, and the number of that writer's thread. A thread that waits stands before the lock
   until the word allows it, so readers and writers get in in every order.

   POSIX leaves open whether a reader has to wait for writers that wait themselves; here it does
   not. Who the readers are is not kept: a thread that gives up a read lock of another reader is not
   found out, one that gives up a lock which nobody reads and which it does not write is. */
#define _GNU_SOURCE
#include "runtime.h"

#include "deadline.h"

#include <errno.h>
#include <pthread.h>

typedef struct Lock {
    unsigned readers;
    unsigned writer;
} Lock;

_Static_assert(sizeof(Lock) <= sizeof(pthread_rwlock_t), "fits");

enum { kMostReaders = 0xffffff };
static const unsigned kWritten = 0xffffffff;

static Lock *lockOf(pthread_rwlock_t *lock)
{
    if (lock->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        __clew_unmodelled("PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP");
    return (Lock *)lock;
}

int pthread_rwlock_init(pthread_rwlock_t *restrict lock,
                        const pthread_rwlockattr_t *restrict attributes)
{
    (void)attributes;
    *lock = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    if (lockOf(lock)->readers != 0)
        __clew_fault_destroy("the read-write lock is destroyed while a thread holds it");
    __clew_undefine(lock, sizeof *lock);
    return 0;
}

static int takeToRead(Lock *lock)
{
    if (lock->readers >= kMostReaders)
        return EAGAIN;
    ++lock->readers;
    __clew_note("locks % for reading", lock);
    return 0;
}

static int takeToWrite(Lock *lock)
{
    lock->readers = kWritten;
    lock->writer = __clew_thread_number();
    __clew_note("locks % for writing", lock);
    return 0;
}

static int refuse(const Lock *lock, int error)
{
    __clew_note("does not get %", lock);
    return error;
}

static int writesItself(const Lock *lock)
{
    return lock->readers == kWritten && lock->writer == __clew_thread_number();
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    Lock *ours = lockOf(lock);
    if (writesItself(ours))
        return refuse(ours, EDEADLK);
    __clew_wait_while(&ours->readers, kWritten);
    return takeToRead(ours);
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    Lock *ours = lockOf(lock);
    return ours->readers == kWritten ? refuse(ours, EBUSY) : takeToRead(ours);
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict lock, clockid_t clock,
                               const struct timespec *restrict deadline)
{
    Lock *ours = lockOf(lock);
    if (!__clewrt_isWaitClock(clock))
        return EINVAL;
    if (writesItself(ours))
        return refuse(ours, EDEADLK);
    return ours->readers == kWritten ? refuse(ours, __clewrt_timedOut(deadline)) : takeToRead(ours);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict lock,
                               const struct timespec *restrict deadline)
{
    return pthread_rwlock_clockrdlock(lock, CLOCK_REALTIME, deadline);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    Lock *ours = lockOf(lock);
    if (writesItself(ours))
        return refuse(ours, EDEADLK);
    __clew_wait_until(&ours->readers, 0);
    return takeToWrite(ours);
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    Lock *ours = lockOf(lock);
    return ours->readers != 0 ? refuse(ours, EBUSY) : takeToWrite(ours);
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict lock, clockid_t clock,
                               const struct timespec *restrict deadline)
{
    Lock *ours = lockOf(lock);
    if (!__clewrt_isWaitClock(clock))
        return EINVAL;
    if (writesItself(ours))
        return refuse(ours, EDEADLK);
    return ours->readers != 0 ? refuse(ours, __clewrt_timedOut(deadline)) : takeToWrite(ours);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict lock,
                               const struct timespec *restrict deadline)
{
    return pthread_rwlock_clockwrlock(lock, CLOCK_REALTIME, deadline);
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    Lock *ours = lockOf(lock);
    if (ours->readers == 0)
        __clew_fault_unlock("nobody holds the read-write lock");
    if (ours->readers == kWritten) {
        if (ours->writer != __clew_thread_number())
            __clew_fault_unlock("another thread holds the read-write lock for writing");
        ours->readers = 0;
        ours->writer = 0;
    } else {
        --ours->readers;
    }
    __clew_note("unlocks %", lock);
    return 0;
}

/* The attributes: glibc's object has room for two numbers. Only one process exists, so it makes no
   difference who shares a lock. */
typedef struct LockAttributes {
    int preference;
    int shared;
} LockAttributes;

_Static_assert(sizeof(LockAttributes) <= sizeof(pthread_rwlockattr_t), "fits");

int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes)
{
    *(LockAttributes *)attributes = (LockAttributes){PTHREAD_RWLOCK_DEFAULT_NP, PTHREAD_PROCESS_PRIVATE};
    return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attributes, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    ((LockAttributes *)attributes)->shared = shared;
    return 0;
}

int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *restrict attributes,
                                  int *restrict shared)
{
    *shared = ((const LockAttributes *)attributes)->shared;
    return 0;
}

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attributes, int preference)
{
    if (preference == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        __clew_unmodelled("PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP");
    if (preference != PTHREAD_RWLOCK_PREFER_READER_NP && preference != PTHREAD_RWLOCK_PREFER_WRITER_NP)
        return EINVAL;
    ((LockAttributes *)attributes)->preference = preference;
    return 0;
}

int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attributes, int *preference)
{
    *preference = ((const LockAttributes *)attributes)->preference;
    return 0;
}
