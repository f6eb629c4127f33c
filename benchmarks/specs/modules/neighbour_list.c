/* Neighbours of a mesh network in a list that is walked under RCU. A search by hops enters one read side per hop and
 * leaves them all on the way back; that they balance is known only to who follows the counter of hops.
 * expect: rcu=safe spinlock=safe atomic_allocation=safe module_reference=safe
 */
#include "../kernel.h"

#define MOST_NEIGHBOURS 3
#define MOST_HOPS 3
#define QUALITIES 3

struct neighbour {
  struct neighbour *next;
  int address;
  int quality;
};

static struct neighbour *first;
static spinlock_t list_lock;
static int neighbours;
static int searches; /* modulo 2 */
static bool is_up;

/* With the lock. */
static struct neighbour *find(int address) {
  struct neighbour *at = first;
  while (at != NULL && at->address != address) at = at->next;
  return at;
}

/* A beacon was heard: its sender is new, or its quality is. The interrupt may not sleep. */
static void beacon_interrupt(int address, int quality) {
  struct neighbour *known;
  if (!is_up) return;
  spin_lock(&list_lock);
  known = find(address);
  if (known != NULL) {
    known->quality = quality;
  } else if (neighbours < MOST_NEIGHBOURS) {
    known = kmalloc(sizeof(struct neighbour), GFP_ATOMIC);
    if (known != NULL) {
      *known = (struct neighbour){first, address, quality};
      first = known;
      neighbours++;
    }
  }
  spin_unlock(&list_lock);
}

/* Takes one out of the list, and frees it when no reader can see it any more. */
static bool forget(int address) {
  struct neighbour **link = &first;
  struct neighbour *gone;
  spin_lock(&list_lock);
  while (*link != NULL && (*link)->address != address) link = &(*link)->next;
  gone = *link;
  if (gone != NULL) {
    *link = gone->next;
    neighbours--;
  }
  spin_unlock(&list_lock);
  if (gone == NULL) return false;
  synchronize_rcu();
  kfree(gone);
  return true;
}

/* The way to the best of the first few: one read side per hop, because each hop might be a list of its own. */
static int best_way(int least_quality) {
  int hops = 0;
  int best = -ENODEV;
  const struct neighbour *at = NULL;
  do {
    rcu_read_lock();
    hops++;
    at = rcu_dereference(hops == 1 ? first : at->next);
    if (at == NULL) break;
    if (at->quality >= least_quality) best = at->address;
  } while (hops < MOST_HOPS && best < 0);
  while (hops > 0) {
    rcu_read_unlock();
    hops--;
  }
  searches = (searches + 1) % 2;
  return best;
}

static int average_quality(void) {
  int sum = 0;
  int count = 0;
  rcu_read_lock();
  for (const struct neighbour *at = rcu_dereference(first); at != NULL; at = rcu_dereference(at->next)) {
    sum += at->quality;
    count++;
  }
  rcu_read_unlock();
  return count == 0 ? -ENODEV : sum / count;
}

/* Each run loses some quality; who has none left goes. The address is fetched as a reader, the rest is done as none. */
static void aging_work(void) {
  int worst = -ENODEV;
  unsigned long flags = 0;
  rcu_read_lock();
  for (const struct neighbour *at = rcu_dereference(first); at != NULL; at = at->next) {
    if (at->quality == 0) worst = at->address;
  }
  rcu_read_unlock();
  if (worst >= 0) {
    (void)forget(worst);
    return;
  }
  spin_lock_irqsave(&list_lock, flags);
  for (struct neighbour *at = first; at != NULL; at = at->next) at->quality--;
  spin_unlock_irqrestore(&list_lock, flags);
}

static int interface_up(void) {
  if (is_up) return -EBUSY;
  if (!try_module_get(THIS_MODULE)) return -ENODEV;
  is_up = true;
  return 0;
}

static void interface_down(void) {
  if (!is_up) return;
  is_up = false;
  while (first != NULL) (void)forget(first->address);
  module_put(THIS_MODULE);
}

static int relay(int quality) {
  int way;
  if (!is_up) return -ENODEV;
  way = best_way(quality);
  if (way >= 0) return way;
  return average_quality() >= quality ? -EAGAIN : -ENODEV;
}

int main(void) {
  while (__VERIFIER_nondet_bool()) {
    switch (clew_choose(6)) {
      case 0: (void)interface_up(); break;
      case 1: interface_down(); break;
      case 2: beacon_interrupt(clew_choose(MOST_NEIGHBOURS + 1), clew_choose(QUALITIES)); break;
      case 3: (void)relay(clew_choose(QUALITIES)); break;
      case 4: aging_work(); break;
      case 5: (void)forget(clew_choose(MOST_NEIGHBOURS + 1)); break;
    }
  }
  interface_down();
  return 0;
}
