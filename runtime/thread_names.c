/* The names of threads. They are kept only in a program that also asks for one, since nothing else
   can tell; each is an entry of a list on the heap. A thread without an entry has the name of the
   program, as on Linux. */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { kRoom = 16 };

typedef struct Name {
    pthread_t thread;
    char text[kRoom];
    struct Name *next;
} Name;

static Name *names;

static Name *nameOf(pthread_t thread)
{
    Name *name = names;
    while (name != NULL && name->thread != thread)
        name = name->next;
    return name;
}

int pthread_setname_np(pthread_t thread, const char *text)
{
    size_t length = strlen(text);
    if (length >= kRoom)
        return ERANGE;
    if (!__clew_is_linked("pthread_getname_np"))
        return 0;
    Name *name = nameOf(thread);
    if (name == NULL) {
        name = __clew_allocate(sizeof *name);
        name->thread = thread;
        name->next = names;
        names = name;
    }
    memset(name->text, 0, kRoom);
    memcpy(name->text, text, length);
    return 0;
}

static void copyProgramName(char *to)
{
    size_t length = __clew_argument_length(0);
    char whole[length + 1];
    __clew_argument_copy(0, whole);
    whole[length] = '\0';
    const char *slash = strrchr(whole, '/');
    const char *last = slash == NULL ? whole : slash + 1;
    size_t used = strnlen(last, kRoom - 1);
    memcpy(to, last, used);
    to[used] = '\0';
}

int pthread_getname_np(pthread_t thread, char *to, size_t size)
{
    char text[kRoom];
    const Name *name = nameOf(thread);
    if (name == NULL)
        copyProgramName(text);
    else
        memcpy(text, name->text, kRoom);
    if (strlen(text) >= size)
        return ERANGE;
    strcpy(to, text);
    return 0;
}
