/* Three chips with sixteen sources each share two words of pending bits. The index of a source counts over all chips,
 * and everybody but the replay of lost interrupts takes it modulo the word.
 * expect: bit_range=violated spinlock=safe atomic_allocation=safe module_reference=safe
 */
#include "../kernel.h"

#define CHIPS 3
#define SOURCES 16
#define WORDS 2
#define WORD_BITS 32
#define NO_SOURCE (-1)

struct mux {
  spinlock_t lock;
  unsigned pending[WORDS];
  unsigned masked; /* bit n: chip n is masked */
  int handlers;    /* that are installed */
  int lost;        /* a source whose interrupt came while it was masked */
};

static struct mux mux = {.lost = NO_SOURCE};

static unsigned *word_of(int source) { return &mux.pending[source / WORD_BITS]; }
static int bit_of(int source) { return source % WORD_BITS; }
static int source_of(int chip, int pin) { return chip * SOURCES + pin; }

static bool is_masked(int chip) { return test_bit(chip, &mux.masked) != 0; }

/* One chip reports one pin. */
static int mux_interrupt(int chip, int pin) {
  const int source = source_of(chip, pin);
  if (mux.handlers == 0) return IRQ_NONE;
  spin_lock(&mux.lock);
  if (is_masked(chip))
    mux.lost = source;
  else
    set_bit(bit_of(source), word_of(source));
  spin_unlock(&mux.lock);
  return IRQ_HANDLED;
}

static void mask(int chip) {
  unsigned long flags = 0;
  spin_lock_irqsave(&mux.lock, flags);
  set_bit(chip, &mux.masked);
  spin_unlock_irqrestore(&mux.lock, flags);
}

/* What was lost meanwhile is replayed, if it belongs to the chip. */
static void unmask(int chip) {
  unsigned long flags = 0;
  spin_lock_irqsave(&mux.lock, flags);
  clear_bit(chip, &mux.masked);
  if (mux.lost != NO_SOURCE && mux.lost / SOURCES == chip) {
    set_bit(mux.lost, word_of(mux.lost));
    mux.lost = NO_SOURCE;
  }
  spin_unlock_irqrestore(&mux.lock, flags);
}

/* Takes the first source that is pending. */
static int take_one(void) {
  int found = NO_SOURCE;
  spin_lock(&mux.lock);
  for (int word = 0; word < WORDS && found == NO_SOURCE; word++) {
    const int bit = find_next_bit(&mux.pending[word], WORD_BITS, 0);
    if (bit == WORD_BITS) continue;
    clear_bit(bit, &mux.pending[word]);
    found = word * WORD_BITS + bit;
  }
  spin_unlock(&mux.lock);
  return found;
}

static bool is_pending(int source) { return test_bit(bit_of(source), word_of(source)); }

/* Serves a few at a time; a source that comes again and again must not keep the others waiting. */
static int dispatch_work(void) {
  int served = 0;
  while (served < 2) {
    const int source = take_one();
    if (source == NO_SOURCE) break;
    served++;
    if (is_pending(source)) break;
  }
  return served;
}

static int install(void) {
  if (!try_module_get(THIS_MODULE)) return -ENODEV;
  mux.handlers++;
  return 0;
}

static void uninstall(void) {
  mux.handlers--;
  if (mux.handlers == 0) {
    spin_lock(&mux.lock);
    for (int word = 0; word < WORDS; word++) mux.pending[word] = 0;
    mux.lost = NO_SOURCE;
    spin_unlock(&mux.lock);
  }
  module_put(THIS_MODULE);
}

/* Pins at both ends of a chip: those in between behave alike. */
static int some_pin(void) { return clew_choose(2) == 0 ? 0 : SOURCES - 1; }

static int count_pending(void) {
  int count = 0;
  for (int word = 0; word < WORDS; word++) {
    int bit = 0;
    while ((bit = find_next_bit(&mux.pending[word], WORD_BITS, bit)) != WORD_BITS) {
      count++;
      bit++;
    }
  }
  return count;
}

/* More than three are pending: the chips are too fast, and the last one is masked until it is calm again. */
static void storm_timer(void) {
  const bool is_storm = count_pending() > 3;
  if (!spin_trylock(&mux.lock)) return;
  if (is_storm)
    set_bit(CHIPS - 1, &mux.masked);
  else if (is_masked(CHIPS - 1) && mux.lost == NO_SOURCE)
    clear_bit(CHIPS - 1, &mux.masked);
  spin_unlock(&mux.lock);
}

int main(void) {
  while (__VERIFIER_nondet_bool()) {
    const int chip = clew_choose(CHIPS);
    switch (clew_choose(7)) {
      case 0:
        if (mux.handlers < 2) (void)install();
        break;
      case 1:
        if (mux.handlers > 0) uninstall();
        break;
      case 2: (void)mux_interrupt(chip, some_pin()); break;
      case 3: mask(chip); break;
      case 4: unmask(chip); break;
      case 5: (void)dispatch_work(); break;
      case 6: storm_timer(); break;
    }
  }
  while (mux.handlers > 0) uninstall();
  return 0;
}
