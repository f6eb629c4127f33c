/* Values that each thread has for itself: pthread_key_create and its family.

   The keys that exist are a list on the heap, by rising number, and each thread has a list of its
   values that are not null. An entry points to its key and not to the key's number: the machine
   gives the address of a deleted key to nobody while an entry still has it, so a new key with an old
   number finds no old values.

   At a thread's end the destructors run, key by key in the order of the keys' numbers (POSIX leaves
   the order open), again while there are values left, but at most PTHREAD_DESTRUCTOR_ITERATIONS
   times. Lists instead of tables, because a table would be part of every
   state. */
#define _GNU_SOURCE
#include "runtime.h"

#include "thread_end.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct Key {
    pthread_key_t number;
    void (*destructor)(void *);
    struct Key *next;
} Key;

typedef struct Entry {
    const Key *key;
    void *value;
    struct Entry *next;
} Entry;

static Key *keys;
static _Thread_local Entry *entries;

static Key **placeOfKey(pthread_key_t number)
{
    Key **place = &keys;
    while (*place != NULL && (*place)->number != number)
        place = &(*place)->next;
    return place;
}

static Entry **placeOfEntry(const Key *key)
{
    Entry **place = &entries;
    while (*place != NULL && (*place)->key != key)
        place = &(*place)->next;
    return place;
}

/* Takes the entry out of the list and returns its value. */
static void *takeEntry(Entry **place)
{
    Entry *entry = *place;
    void *value = entry->value;
    *place = entry->next;
    free(entry);
    return value;
}

static int exists(const Key *key)
{
    const Key *each = keys;
    while (each != NULL && each != key)
        each = each->next;
    return each != NULL;
}

/* Values of keys that were deleted since: nobody can get at them any more, and in a program that makes
   and deletes keys for ever they would grow without end. */
static void dropValuesOfDeletedKeys(void)
{
    for (Entry **place = &entries; *place != NULL;) {
        if (exists((*place)->key))
            place = &(*place)->next;
        else
            takeEntry(place);
    }
}

/* One round over the keys; a destructor may create keys, delete them and set values, so the next key
   is looked for anew. Returns whether a destructor was called. */
static int runDestructors(void)
{
    int called = 0;
    for (pthread_key_t number = 0;; ++number) {
        const Key *key = keys;
        while (key != NULL && key->number < number)
            key = key->next;
        if (key == NULL)
            return called;
        number = key->number;
        Entry **place = placeOfEntry(key);
        if (*place == NULL || key->destructor == NULL)
            continue;
        void (*destructor)(void *) = key->destructor;
        destructor(takeEntry(place));
        called = 1;
    }
}

void __clewrt_destroyValues(void)
{
    for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS && runDestructors(); ++round)
        ;
    while (entries != NULL)
        takeEntry(&entries);
}

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    __clew_at_thread_end(__clewrt_endThread);
    Key **place = &keys;
    pthread_key_t number = 0;
    for (; *place != NULL && (*place)->number == number; place = &(*place)->next)
        ++number;
    if (number >= PTHREAD_KEYS_MAX)
        return EAGAIN;
    Key *made = __clew_allocate(sizeof *made);
    *made = (Key){number, destructor, *place};
    *place = made;
    *key = number;
    return 0;
}

int pthread_key_delete(pthread_key_t key)
{
    Key **place = placeOfKey(key);
    Key *old = *place;
    if (old == NULL)
        return EINVAL;
    *place = old->next;
    free(old);
    return 0;
}

void *pthread_getspecific(pthread_key_t key)
{
    const Key *known = *placeOfKey(key);
    const Entry *entry = known == NULL ? NULL : *placeOfEntry(known);
    return entry == NULL ? NULL : entry->value;
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
    const Key *known = *placeOfKey(key);
    if (known == NULL)
        return EINVAL;
    Entry **place = placeOfEntry(known);
    if (*place != NULL && value == NULL) {
        takeEntry(place);
    } else if (*place != NULL) {
        (*place)->value = (void *)value;
    } else if (value != NULL) {
        dropValuesOfDeletedKeys();
        Entry *made = __clew_allocate(sizeof *made);
        *made = (Entry){known, (void *)value, entries};
        entries = made;
    }
    return 0;
}
