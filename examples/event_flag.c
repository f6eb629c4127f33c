/* Two threads talk through events that reset themselves: event_wait() takes the event away again.

   The bug: the client sends its request and then clears `reply`, to be safe from an old one that came
   late. If the server is quick, it is the new one that is cleared. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

typedef struct Event {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  bool is_set;
} Event;

static Event request = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
static Event reply = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
static int number; /* belongs to the client until it sets `request`, and again once `reply` is set */

static void event_set(Event *event) {
  pthread_mutex_lock(&event->mutex);
  event->is_set = true;
  pthread_cond_signal(&event->changed);
  pthread_mutex_unlock(&event->mutex);
}

static void event_reset(Event *event) {
  pthread_mutex_lock(&event->mutex);
  event->is_set = false;
  pthread_mutex_unlock(&event->mutex);
}

static void event_wait(Event *event) {
  pthread_mutex_lock(&event->mutex);
  while (!event->is_set) {
    pthread_cond_wait(&event->changed, &event->mutex);
  }
  event->is_set = false;
  pthread_mutex_unlock(&event->mutex);
}

static void *server(void *unused) {
  event_wait(&request);
  number = number * number;
  event_set(&reply);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, server, NULL);
  number = 7;
  event_set(&request);
  event_reset(&reply);
  event_wait(&reply);
  assert(number == 49);
  pthread_join(thread, NULL);
  return 0;
}
