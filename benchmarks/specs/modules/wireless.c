/* A wireless interface that needs firmware: the device is registered when the firmware said hello. If the firmware
 * fails while the interface is up, recovery takes everything down and up again. Recovery that fails leaves a device
 * that is freed and still registered, because its flag was cleared too early; and it initialises the completion anew
 * for each attempt.
 * expect: netdev=violated completion=violated mutex=safe
 */
#include "../kernel.h"

#define CHANNELS 5
#define MOST_RECOVERIES 4

enum stage {
  STAGE_OFF,
  STAGE_BOOTING,
  STAGE_READY,
  STAGE_FAILED
};

struct card {
  struct mutex lock;
  struct completion hello;
  struct net_device *net;
  enum stage stage;
  bool is_registered;
  bool is_associated;
  int channel;
  int recoveries;
};

static struct card card;

/* The firmware answers or it does not. */
static bool boot(void) {
  card.stage = STAGE_BOOTING;
  if (clew_choose(2) == 0) {
    card.stage = STAGE_FAILED;
    return false;
  }
  complete(&card.hello);
  wait_for_completion(&card.hello);
  card.stage = STAGE_READY;
  return true;
}

static void take_down(void) {
  card.is_associated = false;
  if (card.is_registered) {
    unregister_netdev(card.net);
    card.is_registered = false;
  }
  if (card.net != NULL) {
    free_netdev(card.net);
    card.net = NULL;
  }
  card.stage = STAGE_OFF;
}

static int bring_up(void) {
  int result;
  card.net = alloc_etherdev(8);
  if (card.net == NULL) return -ENOMEM;
  if (!boot()) {
    take_down();
    return -EIO;
  }
  result = register_netdev(card.net);
  if (result != 0) {
    take_down();
    return result;
  }
  card.is_registered = true;
  return 0;
}

static int card_insert(void) {
  int result = -EBUSY;
  mutex_lock(&card.lock);
  if (card.net == NULL) {
    reinit_completion(&card.hello);
    card.recoveries = 0;
    result = bring_up();
  }
  mutex_unlock(&card.lock);
  return result;
}

static void card_remove(void) {
  mutex_lock(&card.lock);
  take_down();
  mutex_unlock(&card.lock);
}

/* The flag goes first so that nobody sends; the device itself is kept, unless the firmware is lost for good. */
static void recover(void) {
  card.is_associated = false;
  netif_stop_queue(card.net);
  init_completion(&card.hello);
  card.is_registered = false;
  card.recoveries++;
  if (!boot()) {
    take_down();
    return;
  }
  card.is_registered = true;
}

static void recovery_work(void) {
  mutex_lock(&card.lock);
  if (card.stage == STAGE_FAILED && card.is_registered) {
    if (card.recoveries < MOST_RECOVERIES)
      recover();
    else
      take_down();
  }
  mutex_unlock(&card.lock);
}

static void firmware_interrupt(int cause) {
  if (card.stage != STAGE_READY) return;
  switch (cause) {
    case 0: card.stage = STAGE_FAILED; break;
    case 1: card.is_associated = false; break;
    default: break;
  }
}

static bool is_channel_allowed(int channel) { return channel != CHANNELS - 1 || !card.is_associated; }

static int associate(int channel) {
  int result = 0;
  if (mutex_lock_interruptible(&card.lock) != 0) return -ERESTARTSYS;
  if (card.stage != STAGE_READY) {
    result = -ENODEV;
  } else if (!is_channel_allowed(channel)) {
    result = -EINVAL;
  } else {
    card.channel = channel;
    card.is_associated = true;
    netif_start_queue(card.net);
  }
  mutex_unlock(&card.lock);
  return result;
}

static int transmit(void) {
  if (card.net == NULL || netif_queue_stopped(card.net)) return -EBUSY;
  if (!card.is_associated) {
    netif_stop_queue(card.net);
    return -EAGAIN;
  }
  return 0;
}

/* Looks through the channels and goes back to the one before. */
static int scan(void) {
  int found = 0;
  int before;
  mutex_lock(&card.lock);
  before = card.channel;
  for (card.channel = 0; card.channel < CHANNELS; card.channel++) {
    if (card.stage != STAGE_READY) break;
    found += clew_choose(2);
  }
  card.channel = before;
  mutex_unlock(&card.lock);
  return found;
}

int main(void) {
  init_completion(&card.hello);
  while (__VERIFIER_nondet_bool()) {
    switch (clew_choose(7)) {
      case 0: (void)card_insert(); break;
      case 1: card_remove(); break;
      case 2: recovery_work(); break;
      case 3: firmware_interrupt(clew_choose(3)); break;
      case 4: (void)associate(clew_choose(CHANNELS)); break;
      case 5: (void)transmit(); break;
      case 6: (void)scan(); break;
    }
  }
  card_remove();
  return 0;
}
