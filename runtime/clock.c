/* Time.

   There is one clock, and it is a counter: reading it moves it on, by a second where seconds are
   read and by a millisecond otherwise, and sleeping moves it on by the time slept. So it never goes
   back, a loop that waits for a point in time ends, and nobody wakes up too early; how long
   anything else takes is not modelled. Sleeping is a point where another thread may run and nothing
   more: a thread that sleeps may be overtaken or not, for as long as anybody likes.

   The counter moves only in a program that reads it somewhere, because states that differ in nothing
   but the time are different states. */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <stdint.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

enum { kNanosecondsPerSecond = 1000000000, kReading = 1000000 };

/* Where the calendar starts: 2001-09-09 01:46:40 UTC. */
static const time_t kBeginning = 1000000000;

static int64_t elapsed; /* in nanoseconds */

/* Never inlined: whether it is part of the program tells whether anybody reads the clock. */
__attribute__((noinline)) int64_t __clewrt_readClock(int64_t step);

int64_t __clewrt_readClock(int64_t step)
{
    elapsed += step;
    return elapsed;
}

static void letTimePass(int64_t nanoseconds)
{
    __clew_yield();
    if (__clew_is_linked("__clewrt_readClock"))
        elapsed += nanoseconds;
}

/* ---- reading ---- */

time_t time(time_t *result)
{
    time_t now = kBeginning + (time_t)(__clewrt_readClock(kNanosecondsPerSecond) / kNanosecondsPerSecond);
    if (result != NULL)
        *result = now;
    return now;
}

static int isCalendar(clockid_t clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

static int isKnown(clockid_t clock)
{
    return clock >= CLOCK_REALTIME && clock <= CLOCK_BOOTTIME;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (!isKnown(clock) && !isCalendar(clock)) {
        errno = EINVAL;
        return -1;
    }
    int64_t nanoseconds = __clewrt_readClock(kReading);
    now->tv_sec = (time_t)(nanoseconds / kNanosecondsPerSecond) + (isCalendar(clock) ? kBeginning : 0);
    now->tv_nsec = (long)(nanoseconds % kNanosecondsPerSecond);
    return 0;
}

int clock_getres(clockid_t clock, struct timespec *resolution)
{
    if (!isKnown(clock) && !isCalendar(clock)) {
        errno = EINVAL;
        return -1;
    }
    if (resolution != NULL)
        *resolution = (struct timespec){0, 1};
    return 0;
}

int timespec_get(struct timespec *now, int base)
{
    if (base != TIME_UTC)
        return 0;
    clock_gettime(CLOCK_REALTIME, now);
    return base;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    (void)zone;
    struct timespec precise;
    clock_gettime(CLOCK_REALTIME, &precise);
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return 0;
}

clock_t clock(void)
{
    return (clock_t)(__clewrt_readClock(kReading) / (kNanosecondsPerSecond / CLOCKS_PER_SEC));
}

/* ---- sleeping: nothing interrupts it ---- */

static int isDuration(const struct timespec *duration)
{
    return duration->tv_sec >= 0 && duration->tv_nsec >= 0 && duration->tv_nsec < kNanosecondsPerSecond;
}

static int64_t nanosecondsOf(const struct timespec *duration)
{
    const int64_t most = INT64_MAX / 4 / kNanosecondsPerSecond;
    int64_t seconds = duration->tv_sec > most ? most : duration->tv_sec;
    return seconds * kNanosecondsPerSecond + duration->tv_nsec;
}

int nanosleep(const struct timespec *duration, struct timespec *left)
{
    (void)left;
    if (!isDuration(duration)) {
        errno = EINVAL;
        return -1;
    }
    letTimePass(nanosecondsOf(duration));
    return 0;
}

static void sleepUntil(clockid_t clock, const struct timespec *moment)
{
    int64_t until = nanosecondsOf(moment);
    if (isCalendar(clock))
        until -= (int64_t)kBeginning * kNanosecondsPerSecond;
    letTimePass(until > elapsed ? until - elapsed : 0);
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration, struct timespec *left)
{
    (void)left;
    if (!isDuration(duration) || (!isKnown(clock) && !isCalendar(clock)))
        return EINVAL;
    if (flags & TIMER_ABSTIME)
        sleepUntil(clock, duration);
    else
        letTimePass(nanosecondsOf(duration));
    return 0;
}

int thrd_sleep(const struct timespec *duration, struct timespec *left)
{
    (void)left;
    if (!isDuration(duration))
        return -2;
    letTimePass(nanosecondsOf(duration));
    return 0;
}

unsigned sleep(unsigned seconds)
{
    letTimePass((int64_t)seconds * kNanosecondsPerSecond);
    return 0;
}

int usleep(useconds_t microseconds)
{
    letTimePass((int64_t)microseconds * 1000);
    return 0;
}

int sched_yield(void)
{
    __clew_yield();
    return 0;
}

int pthread_yield(void);
int pthread_yield(void)
{
    __clew_yield();
    return 0;
}
