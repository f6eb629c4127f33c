/* Waiting for somebody to wake whoever waits at an address: what futexes and the wait functions of
   C++ atomic objects come down to. */
#ifndef CLEW_RUNTIME_WAITING_H
#define CLEW_RUNTIME_WAITING_H

/* A waiting thread, in its own stack. The layout is known to atomic_wait.h. Threads look at the waiters
   of others, so all accesses are atomic. */
#ifdef __cplusplus
#define CLEW_ATOMIC(type) type
#else
#define CLEW_ATOMIC(type) _Atomic(type)
#endif

typedef struct Waiter {
    CLEW_ATOMIC(const void *) address;
    CLEW_ATOMIC(unsigned) woken;
    CLEW_ATOMIC(struct Waiter *) next;
} Waiter;

/* The thread waits from here on: who wakes the address after this has woken it. */
void __clewrt_beginWait(Waiter *waiter, const void *address);

/* Blocks until that has happened. */
void __clewrt_endWait(Waiter *waiter);

/* Wakes so many threads, or all that are there; which ones is a choice. Returns their number. */
unsigned __clewrt_wake(const void *address, unsigned count);

#endif
