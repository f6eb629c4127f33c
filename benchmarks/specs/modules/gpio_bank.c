/* A bank of 32 lines that is reached as four ports of eight. Lines are reserved from below and from above, and walks
 * over a port compute the line from port and pin; that no walk leaves the word takes the bounds of both counters.
 * expect: bit_range=safe spinlock=safe class_registration=safe atomic_allocation=safe
 */
#include "../kernel.h"

#define PORTS 4
#define PINS 8
#define LINES (PORTS * PINS)

struct bank {
  spinlock_t lock;
  struct class *class;
  unsigned reserved;
  unsigned outputs;
  int lowest;         /* lines below are all reserved */
  int highest;        /* lines from here on are all reserved */
  int suspended_port; /* or PORTS */
};

static struct bank bank = {.highest = LINES, .suspended_port = PORTS};

static int line_of(int port, int pin) { return port * PINS + pin; }

/* Several lines in a row, from below. All or none. */
static int reserve_low(int count) {
  int result = -EBUSY;
  spin_lock(&bank.lock);
  if (bank.lowest + count <= bank.highest) {
    for (int i = 0; i < count; i++) set_bit(bank.lowest + i, &bank.reserved);
    result = bank.lowest;
    bank.lowest += count;
  }
  spin_unlock(&bank.lock);
  return result;
}

static int reserve_high(int count) {
  int result = -EBUSY;
  spin_lock(&bank.lock);
  if (bank.highest - count >= bank.lowest) {
    while (count > 0) {
      bank.highest--;
      count--;
      set_bit(bank.highest, &bank.reserved);
    }
    result = bank.highest;
  }
  spin_unlock(&bank.lock);
  return result;
}

static void release_all(void) {
  int line = 0;
  spin_lock(&bank.lock);
  while (line < LINES) {
    line = find_next_bit(&bank.reserved, LINES, line);
    if (line == LINES) break;
    clear_bit(line, &bank.reserved);
    clear_bit(line, &bank.outputs);
    line++;
  }
  bank.lowest = 0;
  bank.highest = LINES;
  spin_unlock(&bank.lock);
}

static int drive(int port, int pin, bool high) {
  const int line = line_of(port, pin);
  unsigned long flags = 0;
  if (port == bank.suspended_port) return -EAGAIN;
  if (!test_bit(line, &bank.reserved)) return -EINVAL;
  spin_lock_irqsave(&bank.lock, flags);
  if (high)
    set_bit(line, &bank.outputs);
  else
    clear_bit(line, &bank.outputs);
  spin_unlock_irqrestore(&bank.lock, flags);
  return 0;
}

/* The pins of a port as a number, the first pin last. */
static int read_port(int port) {
  int value = 0;
  for (int pin = PINS - 1; pin >= 0; pin--) value = value * 2 + test_bit(line_of(port, pin), &bank.outputs);
  return value;
}

/* Turns a port around: boards exist with the connector on either side. */
static void mirror(int port) {
  spin_lock(&bank.lock);
  for (int low = 0, high = PINS - 1; low < high; low++, high--) {
    const bool was_low = test_bit(line_of(port, low), &bank.outputs);
    const bool was_high = test_bit(line_of(port, high), &bank.outputs);
    if (was_low == was_high) continue;
    if (was_low) {
      clear_bit(line_of(port, low), &bank.outputs);
      set_bit(line_of(port, high), &bank.outputs);
    } else {
      set_bit(line_of(port, low), &bank.outputs);
      clear_bit(line_of(port, high), &bank.outputs);
    }
  }
  spin_unlock(&bank.lock);
}

static void suspend(int port) {
  spin_lock(&bank.lock);
  bank.suspended_port = port;
  for (int line = line_of(port, 0); line < line_of(port, 0) + PINS; line++) clear_bit(line, &bank.outputs);
  spin_unlock(&bank.lock);
}

static void resume(void) {
  spin_lock(&bank.lock);
  bank.suspended_port = PORTS;
  spin_unlock(&bank.lock);
}

static int bank_init(void) {
  bank.class = class_create("gpio");
  if (bank.class == NULL) return -ENOMEM;
  if (register_chrdev_region(61, PORTS) != 0) {
    class_destroy(bank.class);
    bank.class = NULL;
    return -EBUSY;
  }
  for (int port = 0; port < PORTS; port++) device_create(bank.class, port);
  return 0;
}

static void bank_exit(void) {
  release_all();
  unregister_chrdev_region(61, PORTS);
  class_destroy(bank.class);
}

int main(void) {
  if (bank_init() != 0) return 0;
  while (__VERIFIER_nondet_bool()) {
    const int port = clew_choose(PORTS);
    switch (clew_choose(8)) {
      case 0: (void)reserve_low((port + 1) * 3); break;
      case 1: (void)reserve_high((port + 1) * 4); break;
      case 2: release_all(); break;
      case 3: (void)drive(port - port % 2, port % 2 * (PINS - 1), clew_choose(2) == 1); break;
      case 4: (void)read_port(port); break;
      case 5:
        if (read_port(port) != 0) mirror(port);
        break;
      case 6: suspend(port); break;
      case 7: resume(); break;
    }
  }
  bank_exit();
  return 0;
}
