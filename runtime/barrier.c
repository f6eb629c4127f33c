/* Barriers and spin locks.

   A barrier counts who has arrived. The last one to arrive opens it for the others, which leave one
   by one; who comes again meanwhile waits until all of them have left, so that nobody is counted in
   two rounds. The last one to arrive is also the one that gets PTHREAD_BARRIER_SERIAL_THREAD.

   A spin lock is its owner's number, or 0. A thread that would spin waits: no schedule can tell the
   difference, and a thread that spins for ever is a deadlock. */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <pthread.h>

typedef struct Barrier {
    unsigned leaving; /* first, so that a thread that waits for it waits for the barrier in a trace */
    unsigned count;
    unsigned arrived;
} Barrier;

_Static_assert(sizeof(Barrier) <= sizeof(pthread_barrier_t), "fits");

int pthread_barrier_init(pthread_barrier_t *restrict barrier,
                         const pthread_barrierattr_t *restrict attributes, unsigned count)
{
    (void)attributes;
    if (count == 0)
        return EINVAL;
    *barrier = (pthread_barrier_t){{0}};
    ((Barrier *)barrier)->count = count;
    return 0;
}

/* The thread that got through first may destroy the barrier while the others are still leaving. */
int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    Barrier *ours = (Barrier *)barrier;
    __clew_wait_until(&ours->leaving, 0);
    if (ours->arrived != 0)
        __clew_fail("pthread_barrier_destroy: threads wait at the barrier");
    __clew_undefine(barrier, sizeof *barrier);
    return 0;
}

int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    Barrier *ours = (Barrier *)barrier;
    __clew_wait_until(&ours->leaving, 0);
    ++ours->arrived;
    if (ours->arrived == ours->count) {
        ours->arrived = 0;
        ours->leaving = ours->count - 1;
        __clew_note("is the last to arrive at %", barrier);
        return PTHREAD_BARRIER_SERIAL_THREAD;
    }
    __clew_note("arrives at %", barrier);
    __clew_wait_while(&ours->leaving, 0);
    --ours->leaving;
    __clew_note("leaves %", barrier);
    return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t *attributes)
{
    *(int *)attributes = PTHREAD_PROCESS_PRIVATE;
    return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *attributes, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    *(int *)attributes = shared;
    return 0;
}

int pthread_barrierattr_getpshared(const pthread_barrierattr_t *restrict attributes,
                                   int *restrict shared)
{
    *shared = *(const int *)attributes;
    return 0;
}

int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    (void)shared;
    *lock = 0;
    return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock)
{
    if (*lock != 0)
        __clew_fault_destroy("the spin lock is destroyed while a thread holds it");
    __clew_undefine((void *)lock, sizeof *lock);
    return 0;
}

int pthread_spin_lock(pthread_spinlock_t *lock)
{
    __clew_wait_until((const unsigned *)lock, 0);
    *lock = (int)__clew_thread_number();
    __clew_note("locks %", (const void *)lock);
    return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    if (*lock != 0) {
        __clew_note("does not get %", (const void *)lock);
        return EBUSY;
    }
    *lock = (int)__clew_thread_number();
    __clew_note("locks %", (const void *)lock);
    return 0;
}

int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    if (*lock != (int)__clew_thread_number())
        __clew_fault_unlock(*lock == 0 ? "nobody holds the spin lock" : "another thread holds the spin lock");
    *lock = 0;
    __clew_note("unlocks %", (const void *)lock);
    return 0;
}
