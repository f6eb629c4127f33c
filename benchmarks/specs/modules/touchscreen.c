/* A touch screen: the interrupt samples pressure, a work item turns samples into events, users read events and set how
 * sensitive it is. The settings are read field by field; the result of reading the last one is dropped.
 * expect: user_copy=violated spinlock=safe bit_range=safe atomic_allocation=safe
 */
#include "../kernel.h"

#define EVENTS 3
#define FINGERS 2
#define LEVELS 3

struct settings {
  int threshold;
  int is_flipped;
};

struct event {
  int finger;
  bool is_down;
};

struct screen {
  spinlock_t lock;
  struct settings settings;
  unsigned down;     /* bit n: finger n touches */
  unsigned reported; /* what users were told */
  struct event events[EVENTS];
  int count;
  bool is_open;
  bool has_overflow;
};

static struct screen screen = {.settings = {1, 0}};
static struct settings user_settings;

/* A sample of one finger. Flipped screens have their first finger at the other end. */
static int screen_interrupt(int finger, int pressure) {
  if (!screen.is_open) return IRQ_NONE;
  spin_lock(&screen.lock);
  if (screen.settings.is_flipped) finger = FINGERS - 1 - finger;
  if (pressure >= screen.settings.threshold)
    set_bit(finger, &screen.down);
  else
    clear_bit(finger, &screen.down);
  spin_unlock(&screen.lock);
  return IRQ_HANDLED;
}

/* With the lock. */
static bool push(int finger, bool is_down) {
  if (screen.count == EVENTS) {
    screen.has_overflow = true;
    return false;
  }
  screen.events[screen.count++] = (struct event){finger, is_down};
  return true;
}

static void report_work(void) {
  unsigned long flags = 0;
  unsigned changed;
  spin_lock_irqsave(&screen.lock, flags);
  changed = screen.down ^ screen.reported;
  for (int finger = find_next_bit(&changed, FINGERS, 0); finger < FINGERS;
       finger = find_next_bit(&changed, FINGERS, finger + 1)) {
    const bool is_down = test_bit(finger, &screen.down);
    if (!push(finger, is_down)) break;
    if (is_down)
      set_bit(finger, &screen.reported);
    else
      clear_bit(finger, &screen.reported);
  }
  spin_unlock_irqrestore(&screen.lock, flags);
}

static int screen_read(void) {
  struct event first;
  int result = -EAGAIN;
  spin_lock(&screen.lock);
  if (screen.has_overflow) {
    screen.has_overflow = false;
    result = -EIO;
  } else if (screen.count > 0) {
    first = screen.events[0];
    screen.count--;
    for (int i = 0; i < screen.count; i++) screen.events[i] = screen.events[i + 1];
    screen.events[screen.count] = (struct event){0, false};
    result = first.finger * 2 + first.is_down;
  }
  spin_unlock(&screen.lock);
  return result;
}

static bool are_sensible(const struct settings *settings) {
  return settings->threshold > 0 && settings->threshold <= LEVELS &&
         (settings->is_flipped == 0 || settings->is_flipped == 1);
}

/* Where nothing arrives for a field, it stays as it is. */
static int screen_configure(const struct settings *user) {
  struct settings fresh = screen.settings;
  if (copy_from_user(&fresh.threshold, &user->threshold, sizeof(int)) != 0) return -EFAULT;
  copy_from_user(&fresh.is_flipped, &user->is_flipped, sizeof(int));
  if (!are_sensible(&fresh)) return -EINVAL;
  spin_lock(&screen.lock);
  screen.settings = fresh;
  screen.down = 0;
  spin_unlock(&screen.lock);
  return 0;
}

static int screen_open(void) {
  if (screen.is_open) return -EBUSY;
  screen.is_open = true;
  return 0;
}

static void forget_all(void) {
  spin_lock(&screen.lock);
  screen.down = 0;
  screen.reported = 0;
  screen.count = 0;
  screen.has_overflow = false;
  for (int i = 0; i < EVENTS; i++) screen.events[i] = (struct event){0, false};
  spin_unlock(&screen.lock);
}

static int screen_release(void) {
  screen.is_open = false;
  forget_all();
  return 0;
}

/* The machine sleeps with nobody's finger on the screen; whoever is busy now is not waited for. */
static void suspend(void) {
  if (!spin_trylock(&screen.lock)) return;
  screen.down = 0;
  spin_unlock(&screen.lock);
}

static void user_calls(void) {
  int result = 0;
  switch (clew_choose(4)) {
    case 0: result = screen_open(); break;
    case 1:
      if (screen.is_open) result = screen_release();
      break;
    case 2:
      if (screen.is_open) result = screen_read();
      break;
    default:
      user_settings.threshold = clew_choose(LEVELS + 1);
      user_settings.is_flipped = clew_choose(2);
      if (screen.is_open) result = screen_configure(&user_settings);
      user_settings = (struct settings){0, 0};
      break;
  }
  file_operation_ends(result);
}

int main(void) {
  while (__VERIFIER_nondet_bool()) {
    switch (clew_choose(4)) {
      case 0: user_calls(); break;
      case 1: (void)screen_interrupt(clew_choose(FINGERS), clew_choose(LEVELS + 1)); break;
      case 2: report_work(); break;
      case 3: suspend(); break;
    }
  }
  if (screen.is_open) (void)screen_release();
  return 0;
}
