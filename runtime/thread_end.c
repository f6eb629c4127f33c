/* The end of a thread: pthread_cleanup_push and pop, then the destructors of keys.

   In C, pthread_cleanup_push is a macro that saves the place with setjmp and registers it; a thread
   that calls pthread_exit jumps to the place saved last, where the macro calls the handler and goes on
   with __pthread_unwind_next. What is kept in a thread is the list of these places, which lie in
   its own frames, and the result it ends with. Threads are never cancelled, since pthread_cancel is not
   modelled. */
#define _GNU_SOURCE
#include "runtime.h"

#include "thread_end.h"

#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>

static _Thread_local __pthread_unwind_buf_t *places;
static _Thread_local void *pendingResult;

void __clewrt_endThread(void *result)
{
    if (places != NULL) {
        pendingResult = result;
        longjmp(*(jmp_buf *)places, 1);
    }
    __clewrt_destroyValues();
    __clew_thread_exit(result);
}

void __pthread_register_cancel(__pthread_unwind_buf_t *place)
{
    __clew_at_thread_end(__clewrt_endThread);
    place->__pad[0] = places;
    places = place;
}

void __pthread_unregister_cancel(__pthread_unwind_buf_t *place)
{
    places = place->__pad[0];
}

void __pthread_unwind_next(__pthread_unwind_buf_t *place)
{
    places = place->__pad[0];
    __clewrt_endThread(pendingResult);
    __builtin_unreachable();
}
