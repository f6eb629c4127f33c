/* The resource arbiter of the Mars Exploration Rovers, as state machines within state machines: two users, five
   resources.

   A user is idle until it is told a resource, and then busy: it requests the resource, waits, and has it once it is
   granted; a denied request begins again, a rescinded grant is cancelled. A reset makes a busy user idle. The arbiter
   grants a free resource; the first user is the more important one, so its request makes the arbiter rescind the
   other's grant and wait until it is cancelled. A step is first user, second user, messages, arbiter. What a user is
   told is fixed in the first step and unknown in the STEPS - 1 others.

   Figure 11, "MER Arbiter (safe)": no user takes a grant when it is reset, and no resource has two users: safe.
   -DUNSAFE, "MER Arbiter (unsafe)": a user looks at its messages before the reset: violated from 3 steps on. */
#include "inputs.h"

#ifndef STEPS
#define STEPS 5
#endif

#define USERS 2
#define RESOURCES 5
#define NOBODY -1

enum activity {
  IDLE,
  BUSY
};
enum progress {
  INIT,
  PENDING,
  GRANTED
};
enum message {
  NONE,
  REQUEST,
  CANCEL,
  GRANT,
  DENY,
  RESCIND
};
enum holding {
  FREE,
  HELD,
  WAIT_FOR_CANCEL
};

struct user {
  enum activity activity;
  enum progress progress; /* while it is busy */
  int resource;
  enum message received, sent;
};

struct resource {
  enum holding holding;
  int owner;
  int next; /* who gets it when the owner cancels */
};

static struct user users[USERS];
static struct resource resources[RESOURCES];

static void work(struct user* user, _Bool reset) {
  switch (user->progress) {
    case INIT:
      user->sent = REQUEST;
      user->progress = PENDING;
      break;
    case PENDING:
      if (user->received == GRANT) {
        assert(!reset);
        user->progress = GRANTED;
      } else if (user->received == DENY) {
        user->progress = INIT;
      }
      break;
    case GRANTED:
      if (user->received == RESCIND) {
        user->sent = CANCEL;
        user->progress = INIT;
      }
      break;
  }
}

static void leave(struct user* user) {
  if (user->progress != INIT) user->sent = CANCEL;
  user->progress = INIT;
  user->activity = IDLE;
}

static void user_step(struct user* user, int resource, _Bool reset) {
  user->sent = NONE;
  if (user->activity == IDLE) {
    if (resource >= 0 && resource < RESOURCES) {
      user->activity = BUSY;
      user->resource = resource;
    }
  } else {
#ifdef UNSAFE
    work(user, reset);
    if (reset) leave(user);
#else
    if (reset)
      leave(user);
    else
      work(user, reset);
#endif
  }
  user->received = NONE;
}

static void requested(int user, struct resource* resource) {
  if (resource->holding == FREE) {
    resource->holding = HELD;
    resource->owner = user;
    users[user].received = GRANT;
  } else if (user < resource->owner) {
    resource->holding = WAIT_FOR_CANCEL;
    resource->next = user;
    users[resource->owner].received = RESCIND;
  } else {
    users[user].received = DENY;
  }
}

static void cancelled(int user, struct resource* resource) {
  if (resource->holding == FREE) return;
  if (resource->owner != user) {
    resource->next = NOBODY;
  } else if (resource->holding == WAIT_FOR_CANCEL && resource->next != NOBODY) {
    resource->holding = HELD;
    resource->owner = resource->next;
    resource->next = NOBODY;
    users[resource->owner].received = GRANT;
  } else {
    resource->holding = FREE;
    resource->owner = NOBODY;
  }
}

static void arbiter_step(const enum message* messages) {
  for (int i = 0; i < USERS; i++) {
    struct resource* resource = &resources[users[i].resource];
    if (messages[i] == REQUEST)
      requested(i, resource);
    else if (messages[i] == CANCEL)
      cancelled(i, resource);
  }
}

static _Bool has(const struct user* user, int resource) {
  return user->activity == BUSY && user->progress == GRANTED && user->resource == resource;
}

static void step(const int* told, const _Bool* reset) {
  enum message messages[USERS];
  for (int i = 0; i < USERS; i++) user_step(&users[i], told[i], reset[i]);
  for (int i = 0; i < USERS; i++) messages[i] = users[i].sent;
  arbiter_step(messages);
  for (int i = 0; i < RESOURCES; i++) assert(!(has(&users[0], i) && has(&users[1], i)));
}

int main(void) {
  for (int i = 0; i < RESOURCES; i++) resources[i].owner = resources[i].next = NOBODY;
  for (int i = 0; i < STEPS; i++) {
    int told[USERS] = {0, 1};
    _Bool reset[USERS] = {0, 0};
    for (int j = 0; i > 0 && j < USERS; j++) {
      told[j] = __VERIFIER_nondet_int();
      reset[j] = __VERIFIER_nondet_bool();
    }
    step(told, reset);
  }
  return 0;
}
