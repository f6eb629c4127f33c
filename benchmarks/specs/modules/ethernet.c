/* An Ethernet controller: a ring of buffers to send, an interrupt with several causes that are bits of a status word,
 * and a timer that looks whether sending got stuck. Probing has four steps, each of which may fail.
 * expect: netdev=safe spinlock=safe bit_range=safe atomic_allocation=safe
 */
#include "../kernel.h"

#define RING 6
#define CAUSES 4

enum cause {
  CAUSE_SENT,
  CAUSE_RECEIVED,
  CAUSE_LINK,
  CAUSE_ERROR
};

struct buffer {
  int length;
};

struct adapter {
  struct net_device *net;
  spinlock_t lock;
  struct buffer *ring[RING];
  int filled;
  unsigned pending; /* causes that wait for the work item */
  int stuck;        /* rounds of the timer without a sent buffer */
  bool has_link;
  bool is_up;
};

static struct adapter adapter;

static void free_ring(void) {
  for (int i = 0; i < RING; i++) {
    kfree(adapter.ring[i]);
    adapter.ring[i] = NULL;
  }
  adapter.filled = 0;
}

static int adapter_open(void) {
  if (adapter.is_up) return -EBUSY;
  adapter.is_up = true;
  adapter.stuck = 0;
  adapter.pending = 0;
  if (adapter.has_link) netif_start_queue(adapter.net);
  return 0;
}

static void adapter_stop(void) {
  unsigned long flags = 0;
  if (!adapter.is_up) return;
  netif_stop_queue(adapter.net);
  spin_lock_irqsave(&adapter.lock, flags);
  adapter.is_up = false;
  adapter.pending = 0;
  adapter.stuck = 0;
  free_ring();
  spin_unlock_irqrestore(&adapter.lock, flags);
}

/* Called with interrupts off by the network layer: allocations must not sleep. */
static int adapter_send(void) {
  unsigned long flags = 0;
  struct buffer *buffer;
  int result = 0;
  if (!adapter.is_up || netif_queue_stopped(adapter.net)) return -EBUSY;
  spin_lock_irqsave(&adapter.lock, flags);
  buffer = kmalloc(sizeof(struct buffer), GFP_ATOMIC);
  if (buffer == NULL) {
    result = -ENOMEM;
  } else {
    buffer->length = 1;
    adapter.ring[adapter.filled++] = buffer;
    if (adapter.filled == RING) netif_stop_queue(adapter.net);
  }
  spin_unlock_irqrestore(&adapter.lock, flags);
  return result;
}

/* With the lock. */
static void buffer_sent(void) {
  if (adapter.filled == 0) return;
  kfree(adapter.ring[0]);
  adapter.filled--;
  for (int i = 0; i < adapter.filled; i++) adapter.ring[i] = adapter.ring[i + 1];
  adapter.ring[adapter.filled] = NULL;
  adapter.stuck = 0;
  if (adapter.has_link) netif_start_queue(adapter.net);
}

static void link_changed(void) {
  adapter.has_link = !adapter.has_link;
  if (adapter.has_link && adapter.filled < RING)
    netif_start_queue(adapter.net);
  else
    netif_stop_queue(adapter.net);
}

static void handle(enum cause cause) {
  switch (cause) {
    case CAUSE_SENT: buffer_sent(); break;
    case CAUSE_RECEIVED: set_bit(CAUSE_RECEIVED, &adapter.pending); break;
    case CAUSE_LINK: link_changed(); break;
    case CAUSE_ERROR: set_bit(CAUSE_ERROR, &adapter.pending); break;
  }
}

static int adapter_interrupt(unsigned status) {
  int cause = 0;
  if (!adapter.is_up) return IRQ_NONE;
  spin_lock(&adapter.lock);
  while ((cause = find_next_bit(&status, CAUSES, cause)) < CAUSES) {
    handle(cause);
    cause++;
  }
  spin_unlock(&adapter.lock);
  return status != 0 ? IRQ_HANDLED : IRQ_NONE;
}

/* What takes long was left by the interrupt. */
static void deferred_work(void) {
  struct buffer *received = NULL;
  unsigned long flags = 0;
  bool had_error;
  if (test_bit(CAUSE_RECEIVED, &adapter.pending)) received = kmalloc(sizeof(struct buffer), GFP_KERNEL);
  spin_lock_irqsave(&adapter.lock, flags);
  had_error = test_bit(CAUSE_ERROR, &adapter.pending);
  clear_bit(CAUSE_ERROR, &adapter.pending);
  if (received != NULL) clear_bit(CAUSE_RECEIVED, &adapter.pending);
  if (had_error) free_ring();
  spin_unlock_irqrestore(&adapter.lock, flags);
  kfree(received);
}

static void stuck_timer(void) {
  if (!adapter.is_up || !spin_trylock(&adapter.lock)) return;
  if (adapter.filled > 0 && adapter.stuck < 2) adapter.stuck++;
  if (adapter.stuck == 2) {
    free_ring();
    adapter.stuck = 0;
    if (adapter.has_link) netif_start_queue(adapter.net);
  }
  spin_unlock(&adapter.lock);
}

static int map_registers(void) { return clew_choose(2) == 0 ? 0 : -ENOMEM; }
static int request_line(void) { return clew_choose(2) == 0 ? 0 : -EBUSY; }

static int probe(void) {
  int result;
  adapter.net = alloc_etherdev(sizeof(struct adapter));
  if (adapter.net == NULL) return -ENOMEM;
  result = map_registers();
  if (result != 0) goto free_device;
  result = request_line();
  if (result != 0) goto free_device;
  result = register_netdev(adapter.net);
  if (result != 0) goto free_device;
  return 0;
free_device:
  free_netdev(adapter.net);
  adapter.net = NULL;
  return result;
}

static void disconnect(void) {
  if (adapter.net == NULL) return;
  adapter_stop();
  adapter.has_link = false;
  unregister_netdev(adapter.net);
  free_netdev(adapter.net);
  adapter.net = NULL;
}

int main(void) {
  while (__VERIFIER_nondet_bool()) {
    switch (clew_choose(8)) {
      case 0:
        if (adapter.net == NULL) (void)probe();
        break;
      case 1: disconnect(); break;
      case 2:
        if (adapter.net != NULL) (void)adapter_open();
        break;
      case 3:
        if (adapter.net != NULL) adapter_stop();
        break;
      case 4: (void)adapter_send(); break;
      case 5: (void)adapter_interrupt(clew_choose(1 << CAUSES)); break;
      case 6: deferred_work(); break;
      case 7: stuck_timer(); break;
    }
  }
  disconnect();
  return 0;
}
