/* Much to execute between two visible operations, in many different states: threads choose a number, sort an array
 * that follows from it, format a text, and enter both into a sorted list under a mutex; at the end the list is
 * checked and freed. Loops, calls, the heap and the C library, where the philosophers only lock and unlock. */
#include <assert.h>
#include <clew.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 2
#define ENTRIES 2
#define CHOICES 3
#define VALUES 40

struct entry {
  struct entry *next;
  int median;
  char text[24];
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct entry *entries;

static int median_of(unsigned seed) {
  int values[VALUES];
  for (int i = 0; i < VALUES; i++) {
    seed = seed * 1103515245u + 12345u;
    const int value = (int)(seed >> 16 & 0xFF);
    int place = i;
    for (; place > 0 && values[place - 1] > value; place--) values[place] = values[place - 1];
    values[place] = value;
  }
  return values[VALUES / 2];
}

static struct entry *make_entry(int thread, int choice) {
  struct entry *made = calloc(1, sizeof *made);
  made->median = median_of((unsigned)(thread * CHOICES + choice));
  snprintf(made->text, sizeof made->text, "%d/%d: %d", thread, choice, made->median);
  return made;
}

static void insert(struct entry *made) {
  struct entry **place = &entries;
  while (*place && (*place)->median < made->median) place = &(*place)->next;
  made->next = *place;
  *place = made;
}

static void *worker(void *argument) {
  const int self = (int)(long)argument;
  for (int i = 0; i < ENTRIES; i++) {
    struct entry *made = make_entry(self, (int)clew_choose(CHOICES));
    pthread_mutex_lock(&mutex);
    insert(made);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, worker, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  int count = 0;
  while (entries) {
    struct entry *first = entries;
    assert(!first->next || first->median <= first->next->median);
    assert(strchr(first->text, ':'));
    entries = first->next;
    free(first);
    count++;
  }
  assert(count == THREADS * ENTRIES);
}
