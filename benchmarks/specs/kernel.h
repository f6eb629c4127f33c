/* As much of a kernel as the modules here need. Every function has a body, because a function without one is not
 * modelled; most do nothing, since what they demand is said by the rules. What may fail fails at will. The names are
 * those of the kernel, the text is our own. With -DORACLE=rule_NAME the same demands are checked by plain C
 * (oracle.h), which tells what the verdict of the rule NAME must be without any specification. */
#ifndef BENCHMARKS_SPECS_KERNEL_H
#define BENCHMARKS_SPECS_KERNEL_H

#include <clew.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

extern _Bool __VERIFIER_nondet_bool(void);

#define EIO 5
#define EAGAIN 11
#define ENOMEM 12
#define EFAULT 14
#define EBUSY 16
#define ENODEV 19
#define EINVAL 22
#define ENOTTY 25
#define ENOSPC 28
#define ERESTARTSYS 512
#define GFP_ATOMIC 32
#define GFP_KERNEL 208
#define THIS_MODULE (&this_module)
#define IRQ_NONE 0
#define IRQ_HANDLED 1

#ifdef ORACLE
#include "oracle.h"
#define OBSERVE(event) event
#else
#define OBSERVE(event) ((void)0)
#endif

static inline bool succeeds(void) { return clew_choose(2) == 1; }

/* Locks. */

struct mutex {
  char unused;
};
typedef struct {
  char unused;
} spinlock_t;
typedef struct {
  char unused;
} rwlock_t;

static inline void mutex_lock(struct mutex *lock) {
  (void)lock;
  OBSERVE(oracle_mutex_takes(lock));
}

static inline int mutex_lock_interruptible(struct mutex *lock) {
  (void)lock;
  OBSERVE(oracle_mutex_free(lock));
  if (!succeeds()) return -ERESTARTSYS;
  OBSERVE(oracle_mutex_takes(lock));
  return 0;
}

static inline int mutex_trylock(struct mutex *lock) {
  (void)lock;
  OBSERVE(oracle_mutex_free(lock));
  if (!succeeds()) return 0;
  OBSERVE(oracle_mutex_takes(lock));
  return 1;
}

static inline void mutex_unlock(struct mutex *lock) {
  (void)lock;
  OBSERVE(oracle_mutex_leaves(lock));
}

static inline void spin_lock(spinlock_t *lock) {
  (void)lock;
  OBSERVE(oracle_spinlock_takes(lock));
}

static inline void spin_unlock(spinlock_t *lock) {
  (void)lock;
  OBSERVE(oracle_spinlock_leaves(lock));
}

static inline void spin_lock_irqsave(spinlock_t *lock, unsigned long flags) {
  (void)lock;
  (void)flags;
  OBSERVE(oracle_spinlock_takes(lock));
}

static inline void spin_unlock_irqrestore(spinlock_t *lock, unsigned long flags) {
  (void)lock;
  (void)flags;
  OBSERVE(oracle_spinlock_leaves(lock));
}

static inline int spin_trylock(spinlock_t *lock) {
  (void)lock;
  OBSERVE(oracle_spinlock_free(lock));
  if (!succeeds()) return 0;
  OBSERVE(oracle_spinlock_takes(lock));
  return 1;
}

static inline void read_lock(rwlock_t *lock) {
  (void)lock;
  OBSERVE(oracle_reader_comes());
}

static inline void read_unlock(rwlock_t *lock) {
  (void)lock;
  OBSERVE(oracle_reader_goes());
}

static inline void write_lock(rwlock_t *lock) {
  (void)lock;
  OBSERVE(oracle_writer_comes());
}

static inline void write_unlock(rwlock_t *lock) {
  (void)lock;
  OBSERVE(oracle_writer_goes());
}

/* RCU. */

static inline void rcu_read_lock(void) { OBSERVE(oracle_rcu_enters()); }
static inline void rcu_read_unlock(void) { OBSERVE(oracle_rcu_leaves()); }
static inline void synchronize_rcu(void) { OBSERVE(oracle_rcu_waits()); }
static inline void *rcu_dereference(void *pointer) {
  OBSERVE(oracle_rcu_fetches());
  return pointer;
}

/* Completions. Nobody waits here: the environment calls one entry point after the other. */

struct completion {
  char unused;
};

static inline void init_completion(struct completion *completion) {
  (void)completion;
  OBSERVE(oracle_completion_begins(completion));
}

static inline void reinit_completion(struct completion *completion) {
  (void)completion;
  OBSERVE(oracle_completion_used(completion));
}

static inline void complete(struct completion *completion) {
  (void)completion;
  OBSERVE(oracle_completion_used(completion));
}

static inline void wait_for_completion(struct completion *completion) {
  (void)completion;
  OBSERVE(oracle_completion_used(completion));
}

/* Modules, classes, device numbers. */

struct module {
  char unused;
};
struct class {
  char unused;
};
static struct module this_module;
static struct class the_class;

static inline int try_module_get(struct module *module) {
  (void)module;
  if (!succeeds()) return 0;
  OBSERVE(oracle_module_gets());
  return 1;
}

static inline void __module_get(struct module *module) {
  (void)module;
  OBSERVE(oracle_module_gets());
}

static inline void module_put(struct module *module) {
  (void)module;
  OBSERVE(oracle_module_puts());
}

static inline int register_chrdev_region(int first, int count) {
  (void)first;
  (void)count;
  OBSERVE(oracle_region_free());
  if (!succeeds()) return -EBUSY;
  OBSERVE(oracle_region_comes());
  return 0;
}

static inline void unregister_chrdev_region(int first, int count) {
  (void)first;
  (void)count;
  OBSERVE(oracle_region_goes());
}

/* A null pointer where the kernel has error pointers. */
static inline struct class *class_create(const char *name) {
  (void)name;
  OBSERVE(oracle_class_free());
  if (!succeeds()) return NULL;
  OBSERVE(oracle_class_comes());
  return &the_class;
}

static inline void class_destroy(struct class *made) {
  (void)made;
  OBSERVE(oracle_class_goes());
}

static inline void device_create(struct class *made, int number) {
  (void)made;
  (void)number;
  OBSERVE(oracle_node_comes());
}

/* Memory of the kernel and of users. */

static inline void *kmalloc(size_t size, int flags) {
  (void)flags;
  OBSERVE(oracle_allocates(flags));
  return succeeds() ? malloc(size) : NULL;
}

static inline void *kzalloc(size_t size, int flags) {
  (void)flags;
  OBSERVE(oracle_allocates(flags));
  return succeeds() ? calloc(1, size) : NULL;
}

static inline void kfree(void *memory) { free(memory); }

/* How many bytes did not arrive: none or all. */
static inline int copy_from_user(void *to, const void *from, int size) {
  if (succeeds()) {
    memcpy(to, from, size);
    return 0;
  }
  OBSERVE(oracle_data_missing());
  return size;
}

static inline void file_operation_ends(int result) {
  (void)result;
  OBSERVE(oracle_operation_ends(result));
}

/* Bits of a word. Outside of it nothing happens, so that a violation of the rule is no violation of memory. */

static inline void set_bit(int bit, unsigned *word) {
  OBSERVE(oracle_bit(bit));
  if (bit >= 0 && bit < 32) *word |= 1u << bit;
}

static inline void clear_bit(int bit, unsigned *word) {
  OBSERVE(oracle_bit(bit));
  if (bit >= 0 && bit < 32) *word &= ~(1u << bit);
}

static inline int test_bit(int bit, const unsigned *word) {
  OBSERVE(oracle_bit(bit));
  return bit >= 0 && bit < 32 && (*word >> bit & 1) != 0;
}

/* The first bit from `first` on that is set, or `size`. */
static inline int find_next_bit(const unsigned *word, int size, int first) {
  OBSERVE(oracle_search(size, first));
  while (first < size && first < 32 && (*word >> first & 1) == 0) first++;
  return first < size ? first : size;
}

/* USB. */

#define KERNEL_URBS 9

struct usb_device {
  char unused;
};
struct urb {
  bool is_taken;
  int status;
  int length;
};
static struct urb kernel_urbs[KERNEL_URBS];

static inline struct urb *usb_alloc_urb(int packets, int flags) {
  (void)packets;
  (void)flags;
  if (!succeeds()) return NULL;
  for (int i = 0; i < KERNEL_URBS; i++) {
    if (kernel_urbs[i].is_taken) continue;
    kernel_urbs[i] = (struct urb){true, 0, 0};
    OBSERVE(oracle_urb_comes());
    return &kernel_urbs[i];
  }
  return NULL;
}

static inline void usb_free_urb(struct urb *urb) {
  if (urb == NULL) return;
  *urb = (struct urb){false, 0, 0};
  OBSERVE(oracle_urb_goes());
}

static inline int usb_submit_urb(struct urb *urb, int flags) {
  (void)flags;
  urb->status = -EAGAIN;
  return succeeds() ? 0 : -EIO;
}

static inline void usb_kill_urb(struct urb *urb) {
  if (urb != NULL) urb->status = 0;
}

static inline void usb_lock_device(struct usb_device *device) {
  (void)device;
  OBSERVE(oracle_usb_locks());
}

static inline int usb_trylock_device(struct usb_device *device) {
  (void)device;
  OBSERVE(oracle_usb_unlocked());
  if (!succeeds()) return 0;
  OBSERVE(oracle_usb_locks());
  return 1;
}

static inline int usb_lock_device_for_reset(struct usb_device *device) {
  (void)device;
  OBSERVE(oracle_usb_unlocked());
  if (!succeeds()) return -EBUSY;
  OBSERVE(oracle_usb_locks());
  return 0;
}

static inline void usb_unlock_device(struct usb_device *device) {
  (void)device;
  OBSERVE(oracle_usb_unlocks());
}

static inline int usb_reset_device(struct usb_device *device) {
  (void)device;
  OBSERVE(oracle_usb_resets());
  return succeeds() ? 0 : -EIO;
}

/* Network devices. */

struct net_device {
  bool running;
};
static struct net_device the_net_device;

static inline struct net_device *alloc_etherdev(int size) {
  (void)size;
  OBSERVE(oracle_net_is(0));
  if (!succeeds()) return NULL;
  OBSERVE(oracle_net_becomes(1));
  the_net_device.running = false;
  return &the_net_device;
}

static inline int register_netdev(struct net_device *device) {
  (void)device;
  OBSERVE(oracle_net_is(1));
  if (!succeeds()) return -EBUSY;
  OBSERVE(oracle_net_becomes(2));
  return 0;
}

static inline void unregister_netdev(struct net_device *device) {
  (void)device;
  OBSERVE(oracle_net_is(2));
  OBSERVE(oracle_net_becomes(1));
}

static inline void free_netdev(struct net_device *device) {
  (void)device;
  OBSERVE(oracle_net_is(1));
  OBSERVE(oracle_net_becomes(0));
}

static inline void netif_start_queue(struct net_device *device) { device->running = true; }
static inline void netif_stop_queue(struct net_device *device) { device->running = false; }
static inline bool netif_queue_stopped(const struct net_device *device) { return !device->running; }

/* Disks. */

struct request_queue {
  char unused;
};
struct gendisk {
  int sectors;
};
static struct request_queue the_queue;
static struct gendisk the_disk;

static inline struct request_queue *blk_init_queue(spinlock_t *lock) {
  (void)lock;
  OBSERVE(oracle_queue_free());
  if (!succeeds()) return NULL;
  OBSERVE(oracle_queue_comes());
  return &the_queue;
}

static inline void blk_cleanup_queue(struct request_queue *queue) {
  (void)queue;
  OBSERVE(oracle_queue_goes());
}

static inline struct gendisk *alloc_disk(int minors) {
  (void)minors;
  OBSERVE(oracle_disk_is(0));
  if (!succeeds()) return NULL;
  OBSERVE(oracle_disk_becomes(1));
  the_disk.sectors = 0;
  return &the_disk;
}

static inline void add_disk(struct gendisk *disk) {
  (void)disk;
  OBSERVE(oracle_disk_added());
}

static inline void del_gendisk(struct gendisk *disk) {
  (void)disk;
  OBSERVE(oracle_disk_is(2));
  OBSERVE(oracle_disk_becomes(1));
}

static inline void put_disk(struct gendisk *disk) {
  (void)disk;
  OBSERVE(oracle_disk_is(1));
  OBSERVE(oracle_disk_becomes(0));
}

#ifdef ORACLE
int module_main(void);
int main(void) {
  const int result = module_main();
  oracle_ends();
  return result;
}
#define main module_main
#endif

#endif
