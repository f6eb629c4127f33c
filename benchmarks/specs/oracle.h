/* What the rules demand, once more, as C: what happens is kept in a few variables, and a demand that is not met is a
 * failed assertion. ORACLE names the one rule that is watched. Written apart from the rules, so that the two can be
 * compared. Locks are told apart by their addresses here and by the text of arguments there. */
#ifndef BENCHMARKS_SPECS_ORACLE_H
#define BENCHMARKS_SPECS_ORACLE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

enum rule {
  rule_mutex,
  rule_spinlock,
  rule_rwlock,
  rule_rcu,
  rule_module_reference,
  rule_class_registration,
  rule_urb,
  rule_usb_device_lock,
  rule_bit_range,
  rule_atomic_allocation,
  rule_netdev,
  rule_gendisk,
  rule_completion,
  rule_user_copy
};

#define WATCHING(rule) (ORACLE == rule_##rule)
#define DEMAND(rule, condition) assert(!WATCHING(rule) || (condition))

/* Things with an address: locks that are held, completions that are initialised. */

#define ORACLE_THINGS 8
static const void *oracle_things[ORACLE_THINGS];

static inline bool oracle_knows(const void *thing) {
  for (int i = 0; i < ORACLE_THINGS; i++) {
    if (oracle_things[i] == thing) return true;
  }
  return false;
}

static inline void oracle_replace(const void *old, const void *thing) {
  for (int i = 0; i < ORACLE_THINGS; i++) {
    if (oracle_things[i] != old) continue;
    oracle_things[i] = thing;
    return;
  }
}

static inline void oracle_keep(const void *thing) {
  if (!oracle_knows(thing)) oracle_replace(NULL, thing);
}

static inline void oracle_forget(const void *thing) {
  if (oracle_knows(thing)) oracle_replace(thing, NULL);
}

static inline bool oracle_is_empty(void) {
  for (int i = 0; i < ORACLE_THINGS; i++) {
    if (oracle_things[i] != NULL) return false;
  }
  return true;
}

static inline void oracle_mutex_free(const void *lock) { DEMAND(mutex, !oracle_knows(lock)); }
static inline void oracle_mutex_takes(const void *lock) {
  DEMAND(mutex, !oracle_knows(lock));
  if (WATCHING(mutex)) oracle_keep(lock);
}
static inline void oracle_mutex_leaves(const void *lock) {
  DEMAND(mutex, oracle_knows(lock));
  if (WATCHING(mutex)) oracle_forget(lock);
}

static inline void oracle_spinlock_free(const void *lock) { DEMAND(spinlock, !oracle_knows(lock)); }
static inline void oracle_spinlock_takes(const void *lock) {
  DEMAND(spinlock, !oracle_knows(lock));
  if (WATCHING(spinlock) || WATCHING(atomic_allocation)) oracle_keep(lock);
}
static inline void oracle_spinlock_leaves(const void *lock) {
  DEMAND(spinlock, oracle_knows(lock));
  if (WATCHING(spinlock) || WATCHING(atomic_allocation)) oracle_forget(lock);
}
static inline void oracle_allocates(int flags) { DEMAND(atomic_allocation, flags != 208 || oracle_is_empty()); }

static inline void oracle_completion_begins(const void *completion) {
  DEMAND(completion, !oracle_knows(completion));
  if (WATCHING(completion)) oracle_keep(completion);
}
static inline void oracle_completion_used(const void *completion) { DEMAND(completion, oracle_knows(completion)); }

/* Things that are counted. */

static int oracle_count;

static inline void oracle_more(int most) {
  assert(oracle_count < most);
  oracle_count++;
}

static inline void oracle_less(void) {
  assert(oracle_count > 0);
  oracle_count--;
}

static inline void oracle_rcu_enters(void) {
  if (WATCHING(rcu)) oracle_more(4);
}
static inline void oracle_rcu_leaves(void) {
  if (WATCHING(rcu)) oracle_less();
}
static inline void oracle_rcu_fetches(void) { DEMAND(rcu, oracle_count > 0); }
static inline void oracle_rcu_waits(void) { DEMAND(rcu, oracle_count == 0); }

static inline void oracle_module_gets(void) {
  if (WATCHING(module_reference)) oracle_more(8);
}
static inline void oracle_module_puts(void) {
  if (WATCHING(module_reference)) oracle_less();
}

static inline void oracle_urb_comes(void) {
  if (WATCHING(urb)) oracle_more(8);
}
static inline void oracle_urb_goes(void) {
  if (WATCHING(urb)) oracle_less();
}

static inline void oracle_usb_unlocked(void) { DEMAND(usb_device_lock, oracle_count == 0); }
static inline void oracle_usb_locks(void) {
  if (WATCHING(usb_device_lock)) oracle_more(1);
}
static inline void oracle_usb_unlocks(void) {
  if (WATCHING(usb_device_lock)) oracle_less();
}
static inline void oracle_usb_resets(void) { DEMAND(usb_device_lock, oracle_count == 1); }

/* Things with a life of several stages. */

static int oracle_stage;
static bool oracle_has_writer;
static bool oracle_has_class;
static bool oracle_has_region;
static bool oracle_has_queue;
static bool oracle_lost_data;

static inline void oracle_reader_comes(void) {
  DEMAND(rwlock, !oracle_has_writer);
  if (WATCHING(rwlock)) oracle_more(4);
}
static inline void oracle_reader_goes(void) {
  if (WATCHING(rwlock)) oracle_less();
}
static inline void oracle_writer_comes(void) {
  DEMAND(rwlock, !oracle_has_writer && oracle_count == 0);
  if (WATCHING(rwlock)) oracle_has_writer = true;
}
static inline void oracle_writer_goes(void) {
  DEMAND(rwlock, oracle_has_writer);
  if (WATCHING(rwlock)) oracle_has_writer = false;
}

static inline void oracle_region_free(void) { DEMAND(class_registration, !oracle_has_region); }
static inline void oracle_region_comes(void) {
  if (WATCHING(class_registration)) oracle_has_region = true;
}
static inline void oracle_region_goes(void) {
  DEMAND(class_registration, oracle_has_region);
  if (WATCHING(class_registration)) oracle_has_region = false;
}
static inline void oracle_class_free(void) { DEMAND(class_registration, !oracle_has_class); }
static inline void oracle_class_comes(void) {
  if (WATCHING(class_registration)) oracle_has_class = true;
}
static inline void oracle_class_goes(void) {
  DEMAND(class_registration, oracle_has_class);
  if (WATCHING(class_registration)) oracle_has_class = false;
}
static inline void oracle_node_comes(void) { DEMAND(class_registration, oracle_has_class && oracle_has_region); }

static inline void oracle_net_is(int stage) { DEMAND(netdev, oracle_stage == stage); }
static inline void oracle_net_becomes(int stage) {
  if (WATCHING(netdev)) oracle_stage = stage;
}

static inline void oracle_disk_is(int stage) { DEMAND(gendisk, oracle_stage == stage); }
static inline void oracle_disk_becomes(int stage) {
  if (WATCHING(gendisk)) oracle_stage = stage;
}
static inline void oracle_disk_added(void) {
  DEMAND(gendisk, oracle_stage == 1 && oracle_has_queue);
  oracle_disk_becomes(2);
}
static inline void oracle_queue_free(void) { DEMAND(gendisk, !oracle_has_queue); }
static inline void oracle_queue_comes(void) {
  if (WATCHING(gendisk)) oracle_has_queue = true;
}
static inline void oracle_queue_goes(void) {
  DEMAND(gendisk, oracle_has_queue && oracle_stage != 2);
  if (WATCHING(gendisk)) oracle_has_queue = false;
}

/* Values. */

static inline void oracle_bit(int bit) { DEMAND(bit_range, bit >= 0 && bit < 32); }
static inline void oracle_search(int size, int first) { DEMAND(bit_range, first <= size); }

static inline void oracle_data_missing(void) {
  if (WATCHING(user_copy)) oracle_lost_data = true;
}
static inline void oracle_operation_ends(int result) {
  DEMAND(user_copy, result < 0 || !oracle_lost_data);
  oracle_lost_data = false;
}

/* The module is gone. Completions and a copy that failed may stay as they are. */
static inline void oracle_ends(void) {
  if (WATCHING(completion) || WATCHING(user_copy) || WATCHING(atomic_allocation)) return;
  assert(oracle_is_empty() && oracle_count == 0 && oracle_stage == 0);
  assert(!oracle_has_writer && !oracle_has_class && !oracle_has_region && !oracle_has_queue);
}

#endif
