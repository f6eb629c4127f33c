/* How a thread ends in a program that has cleanup handlers or keys. */
#ifndef CLEW_RUNTIME_THREAD_END_H
#define CLEW_RUNTIME_THREAD_END_H

/* Where such threads end: runs the handlers that are left, then the destructors of the keys. */
void __clewrt_endThread(void *result);

/* Runs the destructors for the values of the calling thread and forgets the values. */
void __clewrt_destroyValues(void);

#endif
