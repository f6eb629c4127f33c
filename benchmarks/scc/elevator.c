/* LIFTS lifts and PEOPLE people in a house of FLOORS floors, for ever. Everybody goes from the ground floor to a
 * floor of his own and back: calls, and waits until he has arrived. A free lift takes on a call, drives to that
 * floor, and carries its passenger. Calls are in one monitor, the arrival of each person is in another; lifts drive
 * outside of both. Choose sizes with -DLIFTS=, -DFLOORS=, -DPEOPLE=; the invariants are written for 2 lifts, 4
 * floors, 2 people. */
// invariant: lifts[0].floor >= 0 && lifts[0].floor < 4 && lifts[1].floor >= 0 && lifts[1].floor < 4
// invariant: lifts[0].passenger == 0 || lifts[0].passenger != lifts[1].passenger
// invariant: calls >= 0 && calls < 1 << 2
// invariant: (calls << 1 >> lifts[0].passenger & 1) == 0 && (calls << 1 >> lifts[1].passenger & 1) == 0
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef LIFTS
#define LIFTS 2
#endif
#ifndef FLOORS
#define FLOORS 4
#endif
#ifndef PEOPLE
#define PEOPLE 2
#endif

typedef struct {
  pthread_mutex_t monitor;
  pthread_cond_t arrived;
  int floor; /* after a call it is for the lift to change */
  bool there;
} Person;

typedef struct {
  int floor;
  int passenger; /* the number of a person, from 1; 0: none */
} Lift;

static pthread_mutex_t house = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t called = PTHREAD_COND_INITIALIZER;
static int calls; /* a bit for each person */

static Person people[PEOPLE];
static Lift lifts[LIFTS]; /* each is its own thread's */

static int home(int person) { return FLOORS - 1 - person % (FLOORS - 1); }

static int next_call(void) {
  int all, who = 0;
  pthread_mutex_lock(&house);
  while ((all = calls) == 0) pthread_cond_wait(&called, &house);
  while ((all >> who & 1) == 0) who++;
  assert(who < PEOPLE);
  calls = all & ~(1 << who);
  pthread_mutex_unlock(&house);
  return who;
}

static void drive(Lift *lift, int from, int to) {
  assert(to >= 0 && to < FLOORS);
  while (from != to) lift->floor = from += from < to ? 1 : -1;
  assert(lift->floor == to);
}

static void arrive(Person *person, int floor) {
  pthread_mutex_lock(&person->monitor);
  assert(!person->there);
  person->floor = floor;
  person->there = true;
  pthread_cond_signal(&person->arrived);
  pthread_mutex_unlock(&person->monitor);
}

static void *run_lift(void *argument) {
  Lift *lift = argument;
  int floor = 0;
  for (;;) {
    const int who = next_call();
    const int from = people[who].floor;
    const int to = from == 0 ? home(who) : 0;
    assert(from == 0 || from == home(who));
    drive(lift, floor, from);
    lift->passenger = who + 1;
    drive(lift, from, to);
    lift->passenger = 0;
    arrive(&people[who], to);
    floor = to;
  }
  return NULL;
}

static void call(int person) {
  pthread_mutex_lock(&house);
  const int all = calls;
  assert((all >> person & 1) == 0);
  calls = all | 1 << person;
  pthread_cond_signal(&called);
  pthread_mutex_unlock(&house);
}

static void *live(void *argument) {
  const int number = (int)(long)argument;
  Person *self = &people[number];
  int from = 0;
  for (;;) {
    call(number);
    pthread_mutex_lock(&self->monitor);
    while (!self->there) pthread_cond_wait(&self->arrived, &self->monitor);
    self->there = false;
    pthread_mutex_unlock(&self->monitor);
    const int to = self->floor;
    assert(to != from);
    assert(to == 0 || to == home(number));
    from = to;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[LIFTS + PEOPLE];
  for (int i = 0; i < PEOPLE; i++) {
    pthread_mutex_init(&people[i].monitor, NULL);
    pthread_cond_init(&people[i].arrived, NULL);
  }
  for (int i = 0; i < LIFTS; i++) pthread_create(&threads[i], NULL, run_lift, &lifts[i]);
  for (long i = 0; i < PEOPLE; i++) pthread_create(&threads[LIFTS + i], NULL, live, (void *)i);
  for (int i = 0; i < LIFTS + PEOPLE; i++) pthread_join(threads[i], NULL);
}
