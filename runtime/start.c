/* How a checked program begins and ends.

   The machine starts the first thread in __clew_start, which lays out the arguments and calls
   main. Everything that ends a process comes together in __clew_exit: returning from main and
   exit run the atexit handlers first, quick_exit its own handlers, _Exit and abort none. What C++
   destroys at the end is registered by __cxa_atexit and stands in the same list.

   The handlers are a list on the heap and not a table, because a table would be part of every
   state of every program that never calls atexit. */
#define _GNU_SOURCE
#include "runtime.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Handler {
    void (*function)(void);
    void (*functionOf)(void *); /* called instead when it is not null */
    void *argument;
    struct Handler *next;
} Handler;

static Handler *exitHandlers;
static Handler *quickExitHandlers;

/* What the thread that calls exit does first: it destroys its thread-local objects. */
void (*__clewrt_atExitOfThread)(void);

/* Why the process is about to be aborted, when std::terminate has been called. */
const char *__clewrt_reasonToAbort;

/* A C library has room for at least 32 handlers, so registering one does not fail. */
static int registerHandler(Handler **list, Handler content)
{
    Handler *handler = __clew_allocate(sizeof *handler);
    *handler = content;
    handler->next = *list;
    *list = handler;
    return 0;
}

/* A handler leaves the list before it runs: it may register more handlers, which run next, and it
   may call exit again, which then goes on with the rest. */
static void runHandlers(Handler **list)
{
    while (*list != NULL) {
        Handler *handler = *list;
        Handler content = *handler;
        *list = handler->next;
        free(handler);
        if (content.functionOf != NULL)
            content.functionOf(content.argument);
        else
            content.function();
    }
}

int atexit(void (*function)(void))
{
    return registerHandler(&exitHandlers, (Handler){function, NULL, NULL, NULL});
}

int __cxa_atexit(void (*function)(void *), void *argument, void *library);

/* All of a checked program is one library, so nothing is unloaded before the end. */
int __cxa_atexit(void (*function)(void *), void *argument, void *library)
{
    (void)library;
    return registerHandler(&exitHandlers, (Handler){NULL, function, argument, NULL});
}

int at_quick_exit(void (*function)(void))
{
    return registerHandler(&quickExitHandlers, (Handler){function, NULL, NULL, NULL});
}

void exit(int status)
{
    if (__clewrt_atExitOfThread != NULL)
        __clewrt_atExitOfThread();
    runHandlers(&exitHandlers);
    __clew_run_destructors();
    __clew_check_leaks();
    __clew_exit(status);
}

void quick_exit(int status)
{
    runHandlers(&quickExitHandlers);
    __clew_exit(status);
}

void _Exit(int status)
{
    __clew_exit(status);
}

void _exit(int status)
{
    __clew_exit(status);
}

/* A program may end itself this way on purpose, so it is no violation. 134 is what a shell reports
   for a process that SIGABRT has killed. std::terminate is another matter: nobody calls it on
   purpose, and a handler of the program's own that ends it by abort does not change that. */
void abort(void)
{
    if (__clewrt_reasonToAbort != NULL)
        __clew_fail(__clewrt_reasonToAbort);
    __clew_exit(134);
}

char *getenv(const char *name)
{
    (void)name;
    return NULL;
}

char *secure_getenv(const char *name)
{
    return getenv(name);
}

/* The machine may let malloc fail, but no system starts a program without its arguments: such paths
   are left aside. */
static void *allocateForStart(size_t size)
{
    void *memory = __clew_allocate(size);
    __clew_assume(memory != NULL);
    return memory;
}

static char *copyOfArgument(int index)
{
    size_t length = __clew_argument_length(index);
    char *text = allocateForStart(length + 1);
    __clew_argument_copy(index, text);
    text[length] = '\0';
    return text;
}

void __clew_start(void);

void __clew_start(void)
{
    int count = __clew_argument_count();
    char **arguments = allocateForStart(((size_t)count + 1) * sizeof *arguments);
    for (int index = 0; index < count; ++index)
        arguments[index] = copyOfArgument(index);
    arguments[count] = NULL;

    char **environment = allocateForStart(sizeof *environment);
    environment[0] = NULL;

    __clew_run_constructors();
    exit(__clew_call_main(count, arguments, environment));
}
