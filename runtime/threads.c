/* C11's threads.h. As in glibc its types are those of pthreads under other names and in the same
   bytes, so each function is the one of pthreads, with other numbers for what went wrong. The value
   that a thread of C11 returns is an int, which arrives in the low bits of what a join returns. */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <threads.h>

_Static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t), "the same bytes");
_Static_assert(sizeof(cnd_t) == sizeof(pthread_cond_t), "the same bytes");
_Static_assert(sizeof(tss_t) == sizeof(pthread_key_t), "the same bytes");
_Static_assert(sizeof(once_flag) == sizeof(pthread_once_t), "the same bytes");

static int resultOf(int error)
{
    switch (error) {
    case 0: return thrd_success;
    case EBUSY: return thrd_busy;
    case ENOMEM: return thrd_nomem;
    case ETIMEDOUT: return thrd_timedout;
    default: return thrd_error;
    }
}

int thrd_create(thrd_t *thread, thrd_start_t function, void *argument)
{
    return resultOf(pthread_create(thread, NULL, (void *(*)(void *))(void (*)(void))function, argument));
}

int thrd_join(thrd_t thread, int *result)
{
    void *value;
    int error = pthread_join(thread, &value);
    if (error == 0 && result != NULL)
        *result = (int)(intptr_t)value;
    return resultOf(error);
}

int thrd_detach(thrd_t thread)
{
    return resultOf(pthread_detach(thread));
}

thrd_t thrd_current(void)
{
    return pthread_self();
}

#undef thrd_equal
int thrd_equal(thrd_t left, thrd_t right)
{
    return left == right;
}

void thrd_exit(int result)
{
    pthread_exit((void *)(intptr_t)result);
}

void thrd_yield(void)
{
    __clew_yield();
}

int mtx_init(mtx_t *mutex, int type)
{
    if (type < 0 || type > (mtx_timed | mtx_recursive))
        return thrd_error;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes,
                              type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
    return resultOf(pthread_mutex_init((pthread_mutex_t *)mutex, &attributes));
}

void mtx_destroy(mtx_t *mutex)
{
    pthread_mutex_destroy((pthread_mutex_t *)mutex);
}

int mtx_lock(mtx_t *mutex)
{
    return resultOf(pthread_mutex_lock((pthread_mutex_t *)mutex));
}

int mtx_trylock(mtx_t *mutex)
{
    return resultOf(pthread_mutex_trylock((pthread_mutex_t *)mutex));
}

int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict deadline)
{
    return resultOf(pthread_mutex_timedlock((pthread_mutex_t *)mutex, deadline));
}

int mtx_unlock(mtx_t *mutex)
{
    return resultOf(pthread_mutex_unlock((pthread_mutex_t *)mutex));
}

int cnd_init(cnd_t *condition)
{
    return resultOf(pthread_cond_init((pthread_cond_t *)condition, NULL));
}

void cnd_destroy(cnd_t *condition)
{
    pthread_cond_destroy((pthread_cond_t *)condition);
}

int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    return resultOf(pthread_cond_wait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex));
}

int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex,
                  const struct timespec *restrict deadline)
{
    return resultOf(
        pthread_cond_timedwait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex, deadline));
}

int cnd_signal(cnd_t *condition)
{
    return resultOf(pthread_cond_signal((pthread_cond_t *)condition));
}

int cnd_broadcast(cnd_t *condition)
{
    return resultOf(pthread_cond_broadcast((pthread_cond_t *)condition));
}

int tss_create(tss_t *key, tss_dtor_t destructor)
{
    return resultOf(pthread_key_create(key, destructor));
}

void tss_delete(tss_t key)
{
    pthread_key_delete(key);
}

void *tss_get(tss_t key)
{
    return pthread_getspecific(key);
}

int tss_set(tss_t key, void *value)
{
    return resultOf(pthread_setspecific(key, value));
}

void call_once(once_flag *flag, void (*function)(void))
{
    pthread_once((pthread_once_t *)flag, function);
}
