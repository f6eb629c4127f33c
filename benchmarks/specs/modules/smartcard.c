/* A reader for chip cards: a session takes the lock of the card once, however often it is entered, and gives it back
 * when the last of its levels is left. Retries of a command enter and leave levels in a loop, and a card that is pulled
 * out leaves all levels at once. The rule holds; to see it one has to follow the level.
 * expect: mutex=safe module_reference=safe
 */
#include "../kernel.h"

#define LEVELS 3
#define RETRIES 3
#define TRIES_OF_PIN 3

enum answer {
  ANSWER_OK,
  ANSWER_BUSY,
  ANSWER_GONE
};

struct card {
  bool is_present;
  bool is_unlocked;
  int wrong_pins;
};

static struct mutex card_lock;
static struct mutex table_lock;
static struct card card;
static int level;
static int openers;

static int enter(void) {
  if (level == LEVELS) return -ENOSPC;
  if (level == 0) {
    if (mutex_lock_interruptible(&card_lock) != 0) return -ERESTARTSYS;
  }
  level++;
  return 0;
}

static void leave(void) {
  if (level == 0) return;
  level--;
  if (level == 0) mutex_unlock(&card_lock);
}

static void leave_all(void) {
  while (level > 0) leave();
}

static enum answer exchange(void) {
  if (!card.is_present) return ANSWER_GONE;
  return clew_choose(3);
}

/* Each retry is a level of its own, so that others cannot come in between. */
static int transmit(void) {
  int entered = 0;
  int result = -EAGAIN;
  while (entered < RETRIES && result == -EAGAIN) {
    if (enter() != 0) break;
    entered++;
    switch (exchange()) {
      case ANSWER_OK: result = 0; break;
      case ANSWER_BUSY: break;
      case ANSWER_GONE:
        card.is_present = false;
        card.is_unlocked = false;
        result = -ENODEV;
        break;
    }
  }
  if (result == -ENODEV) {
    leave_all();
    return result;
  }
  while (entered > 0) {
    leave();
    entered--;
  }
  return result;
}

/* The user holds the card over several commands. */
static int begin_transaction(void) {
  if (!card.is_present) return -ENODEV;
  return enter();
}

static int end_transaction(void) {
  if (level == 0) return -EINVAL;
  leave();
  return 0;
}

static int enter_pin(int pin) {
  int result;
  if (card.wrong_pins == TRIES_OF_PIN) return -EINVAL;
  result = transmit();
  if (result != 0) return result;
  if (pin == 0) {
    card.is_unlocked = true;
    card.wrong_pins = 0;
    return 0;
  }
  card.wrong_pins++;
  return -EINVAL;
}

static void card_interrupt(bool is_present) {
  if (card.is_present == is_present) return;
  card.is_present = is_present;
  card.is_unlocked = false;
  if (is_present) card.wrong_pins = 0;
}

/* Somebody pulled the card out: whoever holds it is thrown out. */
static void removal_work(void) {
  mutex_lock(&table_lock);
  if (!card.is_present) leave_all();
  mutex_unlock(&table_lock);
}

static int reader_open(void) {
  int result = 0;
  if (!try_module_get(THIS_MODULE)) return -ENODEV;
  if (mutex_trylock(&table_lock)) {
    openers++;
    mutex_unlock(&table_lock);
  } else {
    module_put(THIS_MODULE);
    result = -EAGAIN;
  }
  return result;
}

static void reader_close(void) {
  mutex_lock(&table_lock);
  openers--;
  if (openers == 0) {
    leave_all();
    card.is_unlocked = false;
  }
  mutex_unlock(&table_lock);
  module_put(THIS_MODULE);
}

int main(void) {
  while (__VERIFIER_nondet_bool()) {
    switch (clew_choose(8)) {
      case 0:
        if (openers < 3) (void)reader_open();
        break;
      case 1:
        if (openers > 0) reader_close();
        break;
      case 2:
        if (openers > 0) (void)begin_transaction();
        break;
      case 3:
        if (openers > 0) (void)end_transaction();
        break;
      case 4:
        if (openers > 0) (void)transmit();
        break;
      case 5:
        if (openers > 0) (void)enter_pin(clew_choose(2));
        break;
      case 6: card_interrupt(clew_choose(2) == 1); break;
      case 7: removal_work(); break;
    }
  }
  while (openers > 0) reader_close();
  return 0;
}
