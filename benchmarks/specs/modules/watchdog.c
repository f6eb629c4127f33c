/* A watchdog: once started it wants to be patted, or it pulls the reset line. A daemon that dies must not stop it, so
 * the module keeps a reference of itself while it runs unguarded. A daemon that comes back takes over, and the
 * reference that was kept is put; only if the daemon dies twice in a row without a pat, one is kept too many.
 * expect: module_reference=violated spinlock=safe class_registration=safe user_copy=safe atomic_allocation=safe
 */
#include "../kernel.h"

#define PATIENCE 5
#define MAGIC 2 /* who writes this may close without consequences */

struct watchdog {
  spinlock_t lock;
  struct class *class;
  int remaining;
  int margin; /* what a pat gives */
  bool is_open;
  bool is_running;
  bool is_unguarded; /* runs, and nobody has it open */
  bool may_close;
  bool was_patted; /* since it was opened */
  bool has_fired;
};

static struct watchdog watchdog = {.margin = PATIENCE};
static int user_value;

static void start(void) {
  spin_lock(&watchdog.lock);
  watchdog.is_running = true;
  watchdog.remaining = watchdog.margin;
  spin_unlock(&watchdog.lock);
}

static void stop(void) {
  spin_lock(&watchdog.lock);
  watchdog.is_running = false;
  watchdog.remaining = 0;
  spin_unlock(&watchdog.lock);
}

static void pat(void) {
  unsigned long flags = 0;
  spin_lock_irqsave(&watchdog.lock, flags);
  if (watchdog.is_running && !watchdog.has_fired) watchdog.remaining = watchdog.margin;
  watchdog.was_patted = true;
  spin_unlock_irqrestore(&watchdog.lock, flags);
}

static int watchdog_open(void) {
  if (watchdog.is_open) return -EBUSY;
  if (!try_module_get(THIS_MODULE)) return -ENODEV;
  watchdog.is_open = true;
  watchdog.may_close = false;
  watchdog.was_patted = false;
  if (!watchdog.is_running) start();
  return 0;
}

/* Puts the reference of the open file. One that is kept for the running timer is put at the first pat. */
static int watchdog_release(void) {
  watchdog.is_open = false;
  if (watchdog.may_close) {
    stop();
    if (watchdog.is_unguarded) {
      watchdog.is_unguarded = false;
      module_put(THIS_MODULE);
    }
  } else if (watchdog.is_running) {
    watchdog.is_unguarded = true;
    __module_get(THIS_MODULE);
  }
  watchdog.may_close = false;
  module_put(THIS_MODULE);
  return 0;
}

static int watchdog_write(const int *user) {
  int value = 0;
  if (copy_from_user(&value, user, sizeof(value)) != 0) return -EFAULT;
  if (value == MAGIC) watchdog.may_close = true;
  if (watchdog.is_unguarded) {
    watchdog.is_unguarded = false;
    module_put(THIS_MODULE);
  }
  pat();
  return 1;
}

static int set_margin(const int *user) {
  int margin = 0;
  if (copy_from_user(&margin, user, sizeof(margin)) != 0) return -EFAULT;
  if (margin <= 0 || margin > PATIENCE) return -EINVAL;
  spin_lock(&watchdog.lock);
  watchdog.margin = margin;
  if (watchdog.remaining > margin) watchdog.remaining = margin;
  spin_unlock(&watchdog.lock);
  return 0;
}

static void tick_timer(void) {
  spin_lock(&watchdog.lock);
  if (watchdog.is_running) {
    if (watchdog.remaining > 0)
      watchdog.remaining--;
    else
      watchdog.has_fired = true;
  }
  spin_unlock(&watchdog.lock);
}

/* The machine is told to halt in good order: nothing may fire any more. */
static void halt_notification(void) {
  if (!watchdog.is_running) return;
  stop();
  if (watchdog.is_unguarded) {
    watchdog.is_unguarded = false;
    module_put(THIS_MODULE);
  }
}

static int watchdog_init(void) {
  int result = register_chrdev_region(64, 1);
  if (result != 0) return result;
  watchdog.class = class_create("watchdog");
  if (watchdog.class == NULL) {
    unregister_chrdev_region(64, 1);
    return -ENOMEM;
  }
  device_create(watchdog.class, 64);
  return 0;
}

static void watchdog_exit(void) {
  stop();
  class_destroy(watchdog.class);
  unregister_chrdev_region(64, 1);
}

static void daemon_acts(void) {
  int result = 0;
  user_value = clew_choose(PATIENCE + 2);
  switch (clew_choose(4)) {
    case 0: result = watchdog_open(); break;
    case 1:
      if (watchdog.is_open) result = watchdog_release();
      break;
    case 2:
      if (watchdog.is_open) result = watchdog_write(&user_value);
      break;
    default:
      if (watchdog.is_open) result = set_margin(&user_value);
      break;
  }
  user_value = 0;
  file_operation_ends(result);
}

int main(void) {
  if (watchdog_init() != 0) return 0;
  while (__VERIFIER_nondet_bool() && !watchdog.has_fired) {
    switch (clew_choose(3)) {
      case 0: daemon_acts(); break;
      case 1: tick_timer(); break;
      case 2: halt_notification(); break;
    }
  }
  watchdog.may_close = true;
  if (watchdog.is_open) (void)watchdog_release();
  halt_notification();
  watchdog_exit();
  return 0;
}
