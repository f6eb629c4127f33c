/* A table of routes: lookups read, updates write, and a lookup that misses turns from reader to writer, which takes
 * two steps, because a reader may not become a writer in place. In between somebody else may have written, so it looks
 * again. How long that goes on is counted by a generation number, and the rule holds only because the number of rounds
 * decides which of the two locks is held at the end.
 * expect: rwlock=safe rcu=safe mutex=safe
 */
#include "../kernel.h"

#define ROUTES 3
#define NO_ROUTE (-1)
#define ROUNDS 3
#define GENERATIONS 3

struct route {
  bool is_used;
  int port;
  int uses; /* 0 .. 2 */
};

static rwlock_t table_lock;
static struct mutex update_lock;
static struct route routes[ROUTES];
static int generation;
static int default_port;
static int *published_default = &default_port;
static bool is_up;

static void next_generation(void) { generation = (generation + 1) % GENERATIONS; }

static void note_use(struct route *route) {
  if (route->uses < 2) route->uses++;
}

/* Somebody else changes the table now and then, whenever nobody holds its lock. */
static void others_write(void) {
  if (clew_choose(2) == 0) return;
  next_generation();
}

/* The least used route goes. With the lock for writers. */
static int make_room(void) {
  int victim = 0;
  for (int i = 0; i < ROUTES; i++) {
    if (!routes[i].is_used) return i;
    if (routes[i].uses < routes[victim].uses) victim = i;
  }
  routes[victim].is_used = false;
  return victim;
}

static void insert(int port) {
  const int place = make_room();
  routes[place] = (struct route){true, port, 0};
  next_generation();
}

static int find(int port) {
  for (int i = 0; i < ROUTES; i++) {
    if (routes[i].is_used && routes[i].port == port) return i;
  }
  return NO_ROUTE;
}

static int fallback(void) {
  const int *port;
  int value;
  rcu_read_lock();
  port = rcu_dereference(published_default);
  value = *port;
  rcu_read_unlock();
  return value;
}

/* Even rounds read, odd rounds write. Leaves with no lock, whichever round was the last. */
static int lookup(int port) {
  int result = NO_ROUTE;
  int seen = NO_ROUTE;
  int round = 0;
  if (!is_up) return fallback();
  read_lock(&table_lock);
  while (result == NO_ROUTE && round < ROUNDS) {
    result = find(port);
    if (result != NO_ROUTE) {
      note_use(&routes[result]);
      break;
    }
    if (round % 2 == 0) {
      seen = generation;
      read_unlock(&table_lock);
      others_write();
      write_lock(&table_lock);
    } else {
      if (seen == generation) insert(port);
      write_unlock(&table_lock);
      others_write();
      read_lock(&table_lock);
    }
    round++;
  }
  if (round % 2 == 0)
    read_unlock(&table_lock);
  else
    write_unlock(&table_lock);
  return result == NO_ROUTE ? fallback() : routes[result].port;
}

static int remove_route(int port) {
  int place;
  mutex_lock(&update_lock);
  write_lock(&table_lock);
  place = find(port);
  if (place != NO_ROUTE) {
    routes[place] = (struct route){false, 0, 0};
    next_generation();
  }
  write_unlock(&table_lock);
  mutex_unlock(&update_lock);
  return place == NO_ROUTE ? -EINVAL : 0;
}

static void set_default(int port) {
  mutex_lock(&update_lock);
  default_port = port;
  synchronize_rcu();
  mutex_unlock(&update_lock);
}

static void flush(void) {
  write_lock(&table_lock);
  for (int i = 0; i < ROUTES; i++) routes[i] = (struct route){false, 0, 0};
  generation = 0;
  write_unlock(&table_lock);
}

/* The link comes and goes. Without it nothing in the table is worth anything. */
static void link_interrupt(bool up) {
  if (is_up == up) return;
  is_up = up;
  if (!up) flush();
}

/* Forgets what nobody used since the last time; readers may go on until something is to be forgotten. */
static void aging_work(void) {
  bool is_any_idle = false;
  read_lock(&table_lock);
  for (int i = 0; i < ROUTES; i++) is_any_idle = is_any_idle || (routes[i].is_used && routes[i].uses == 0);
  read_unlock(&table_lock);
  if (!is_any_idle) return;
  write_lock(&table_lock);
  for (int i = 0; i < ROUTES; i++) {
    if (!routes[i].is_used) continue;
    if (routes[i].uses == 0)
      routes[i] = (struct route){false, 0, 0};
    else
      routes[i].uses = 0;
  }
  next_generation();
  write_unlock(&table_lock);
}

int main(void) {
  while (__VERIFIER_nondet_bool()) {
    switch (clew_choose(5)) {
      case 0: (void)lookup(clew_choose(3)); break;
      case 1: (void)remove_route(clew_choose(3)); break;
      case 2: set_default(clew_choose(2)); break;
      case 3: link_interrupt(clew_choose(2) == 1); break;
      case 4: aging_work(); break;
    }
  }
  flush();
  return 0;
}
