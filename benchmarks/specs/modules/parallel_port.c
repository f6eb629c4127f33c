/* A parallel port that several drivers share: one claims it, others wait and are woken. Waking takes the lock of the
 * port, and one of its callers, the timeout of a claim that has waited three times, holds it already.
 * expect: spinlock=violated module_reference=safe atomic_allocation=safe
 */
#include "../kernel.h"

#define DRIVERS 3
#define NOBODY (-1)
#define PATIENCE 3

enum mode {
  MODE_FORWARD,
  MODE_REVERSE,
  MODE_IDLE
};

struct driver {
  bool is_registered;
  bool is_waiting;
  int waited; /* timeouts since it began to wait */
};

static spinlock_t port_lock;
static struct driver drivers[DRIVERS];
static int owner = NOBODY;
static enum mode mode = MODE_IDLE;
static int wakeups; /* modulo 4 */

static int first_waiting(void) {
  for (int i = 0; i < DRIVERS; i++) {
    if (drivers[i].is_waiting) return i;
  }
  return NOBODY;
}

static void give_to(int driver) {
  owner = driver;
  mode = MODE_IDLE;
  drivers[driver].is_waiting = false;
  drivers[driver].waited = 0;
}

/* Gives the port to one who waits, if it is free. */
static void wake_next(void) {
  int next;
  spin_lock(&port_lock);
  next = first_waiting();
  if (owner == NOBODY && next != NOBODY) {
    give_to(next);
    wakeups = (wakeups + 1) % 4;
  }
  spin_unlock(&port_lock);
}

static int port_claim(int driver) {
  int result = 0;
  if (!drivers[driver].is_registered) return -ENODEV;
  spin_lock(&port_lock);
  if (owner == driver) {
    result = -EINVAL;
  } else if (owner == NOBODY) {
    give_to(driver);
  } else {
    drivers[driver].is_waiting = true;
    result = -EAGAIN;
  }
  spin_unlock(&port_lock);
  return result;
}

static void port_release(int driver) {
  bool was_owner;
  spin_lock(&port_lock);
  was_owner = owner == driver;
  if (was_owner) {
    owner = NOBODY;
    mode = MODE_IDLE;
  }
  spin_unlock(&port_lock);
  if (was_owner) wake_next();
}

static int port_register(int driver) {
  if (drivers[driver].is_registered) return -EBUSY;
  if (!try_module_get(THIS_MODULE)) return -ENODEV;
  drivers[driver].is_registered = true;
  return 0;
}

static void port_unregister(int driver) {
  if (!drivers[driver].is_registered) return;
  spin_lock(&port_lock);
  drivers[driver].is_waiting = false;
  drivers[driver].waited = 0;
  spin_unlock(&port_lock);
  port_release(driver);
  drivers[driver].is_registered = false;
  module_put(THIS_MODULE);
}

/* Counts for those who wait. Whoever waits too long takes the port away from an idle owner. */
static void timeout(void) {
  unsigned long flags = 0;
  spin_lock_irqsave(&port_lock, flags);
  for (int i = 0; i < DRIVERS; i++) {
    if (!drivers[i].is_waiting) continue;
    if (drivers[i].waited < PATIENCE) {
      drivers[i].waited++;
      continue;
    }
    if (mode == MODE_IDLE) {
      owner = NOBODY;
      wake_next();
    }
    break;
  }
  spin_unlock_irqrestore(&port_lock, flags);
}

static int port_interrupt(void) {
  int result = IRQ_NONE;
  spin_lock(&port_lock);
  if (owner != NOBODY) {
    mode = mode == MODE_FORWARD ? MODE_IDLE : mode;
    result = IRQ_HANDLED;
  }
  spin_unlock(&port_lock);
  return result;
}

static int transfer(int driver, enum mode direction) {
  int result = 0;
  if (!spin_trylock(&port_lock)) return -EAGAIN;
  if (owner != driver)
    result = -EINVAL;
  else
    mode = direction;
  spin_unlock(&port_lock);
  return result;
}

int main(void) {
  while (__VERIFIER_nondet_bool()) {
    const int driver = clew_choose(DRIVERS);
    switch (clew_choose(7)) {
      case 0: (void)port_register(driver); break;
      case 1: port_unregister(driver); break;
      case 2: (void)port_claim(driver); break;
      case 3: port_release(driver); break;
      case 4: (void)transfer(driver, clew_choose(3)); break;
      case 5: timeout(); break;
      case 6: (void)port_interrupt(); break;
    }
  }
  for (int i = 0; i < DRIVERS; i++) port_unregister(i);
  return 0;
}
