/* A cache that drops what was not used for the longest time. One mutex protects it.

   cache_get() copies the value while it has the mutex; nothing that points into the cache leaves it. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_VALUE 8
#define CAPACITY 1 /* so that one more entry pushes the first one out */

typedef struct Entry {
  int key;
  char value[LONGEST_VALUE];
  struct Entry *next;
} Entry;

typedef struct Cache {
  pthread_mutex_t mutex;
  Entry *latest; /* the list is ordered by the last use */
  int size;
} Cache;

static Cache cache = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static void drop_oldest(Cache *c) {
  Entry **link = &c->latest;
  while ((*link)->next != NULL) {
    link = &(*link)->next;
  }
  free(*link);
  *link = NULL;
  c->size--;
}

/* The keys in a cache differ; this program never puts one twice. */
static void cache_put(Cache *c, int key, const char *value) {
  Entry *entry = malloc(sizeof *entry);
  entry->key = key;
  strcpy(entry->value, value);
  pthread_mutex_lock(&c->mutex);
  if (c->size == CAPACITY) {
    drop_oldest(c);
  }
  entry->next = c->latest;
  c->latest = entry;
  c->size++;
  pthread_mutex_unlock(&c->mutex);
}

static bool cache_get(Cache *c, int key, char value[LONGEST_VALUE]) {
  bool found = false;
  pthread_mutex_lock(&c->mutex);
  for (Entry **link = &c->latest; *link != NULL; link = &(*link)->next) {
    Entry *entry = *link;
    if (entry->key == key) {
      *link = entry->next;
      entry->next = c->latest;
      c->latest = entry;
      strcpy(value, entry->value);
      found = true;
      break;
    }
  }
  pthread_mutex_unlock(&c->mutex);
  return found;
}

static void *reader(void *unused) {
  char value[LONGEST_VALUE];
  if (cache_get(&cache, 1, value)) {
    assert(strcmp(value, "one") == 0);
  }
  return unused;
}

static void *writer(void *unused) {
  cache_put(&cache, 2, "two");
  return unused;
}

int main(void) {
  pthread_t thread[2];
  cache_put(&cache, 1, "one");
  pthread_create(&thread[0], NULL, reader, NULL);
  pthread_create(&thread[1], NULL, writer, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  while (cache.size > 0) {
    drop_oldest(&cache);
  }
  return 0;
}
