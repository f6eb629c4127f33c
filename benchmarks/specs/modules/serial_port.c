/* A serial port with a ring of characters to send. The interrupt sends one, a write puts some in; a buffer for what
 * arrives is allocated by the interrupt, which may not sleep, and given away by read.
 * expect: spinlock=safe atomic_allocation=safe module_reference=safe
 */
#include "../kernel.h"

#define RING 3
#define SPEEDS 3

struct received {
  int length;
  bool has_error;
};

struct port {
  spinlock_t lock;
  int waiting;   /* characters in the ring */
  int in_flight; /* in the chip: 0 or 1 */
  int speed;
  bool is_stopped; /* by the other side */
  bool is_powered;
  struct received *received;
  int overruns; /* 0 .. 2, more are as bad */
};

static struct port port;
static int users;

static void start_sending(void) {
  if (port.in_flight != 0 || port.waiting == 0 || port.is_stopped) return;
  port.waiting--;
  port.in_flight = 1;
}

/* Called with the lock. */
static void receive(bool has_error) {
  if (port.received == NULL) {
    port.received = kmalloc(sizeof(struct received), GFP_ATOMIC);
    if (port.received == NULL) {
      if (port.overruns < 2) port.overruns++;
      return;
    }
    port.received->length = 0;
    port.received->has_error = false;
  }
  if (port.received->length < RING) {
    port.received->length++;
  } else if (port.overruns < 2) {
    port.overruns++;
  }
  if (has_error) port.received->has_error = true;
}

static int port_interrupt(int causes) {
  if (!port.is_powered) return IRQ_NONE;
  spin_lock(&port.lock);
  if (causes == 0) {
    spin_unlock(&port.lock);
    return IRQ_NONE;
  }
  if ((causes & 1) != 0 && port.in_flight != 0) {
    port.in_flight = 0;
    start_sending();
  }
  if ((causes & 2) != 0) receive(clew_choose(2) == 1);
  spin_unlock(&port.lock);
  return IRQ_HANDLED;
}

static int port_write(int length) {
  unsigned long flags = 0;
  int taken = 0;
  if (length == 0) return 0;
  spin_lock_irqsave(&port.lock, flags);
  while (taken < length && port.waiting < RING) {
    port.waiting++;
    taken++;
  }
  start_sending();
  spin_unlock_irqrestore(&port.lock, flags);
  return taken > 0 ? taken : -EAGAIN;
}

/* The buffer changes hands under the lock and is freed outside of it. */
static int port_read(void) {
  unsigned long flags = 0;
  struct received *mine;
  int result;
  spin_lock_irqsave(&port.lock, flags);
  mine = port.received;
  port.received = NULL;
  port.overruns = 0;
  spin_unlock_irqrestore(&port.lock, flags);
  if (mine == NULL) return -EAGAIN;
  result = mine->has_error ? -EIO : mine->length;
  kfree(mine);
  return result;
}

static int set_speed(int speed) {
  unsigned long flags = 0;
  int *divisors = kmalloc(SPEEDS * sizeof(int), GFP_KERNEL);
  int result = 0;
  if (divisors == NULL) return -ENOMEM;
  for (int i = 0; i < SPEEDS; i++) divisors[i] = 48 >> i;
  spin_lock_irqsave(&port.lock, flags);
  if (port.in_flight != 0)
    result = -EBUSY;
  else
    port.speed = divisors[speed] == 48 ? 0 : divisors[speed] / 12;
  spin_unlock_irqrestore(&port.lock, flags);
  kfree(divisors);
  return result;
}

static void flow_control(bool stop) {
  spin_lock(&port.lock);
  port.is_stopped = stop;
  if (!stop) start_sending();
  spin_unlock(&port.lock);
}

static int port_open(void) {
  if (!try_module_get(THIS_MODULE)) return -ENODEV;
  if (users == 0) {
    spin_lock(&port.lock);
    port.is_powered = true;
    port.overruns = 0;
    spin_unlock(&port.lock);
  }
  users++;
  return 0;
}

static void shut_down(void) {
  struct received *left;
  spin_lock(&port.lock);
  port.is_powered = false;
  port.is_stopped = false;
  port.waiting = 0;
  port.in_flight = 0;
  left = port.received;
  port.received = NULL;
  spin_unlock(&port.lock);
  kfree(left);
}

static void port_close(void) {
  users--;
  if (users == 0) shut_down();
  module_put(THIS_MODULE);
}

int main(void) {
  while (__VERIFIER_nondet_bool()) {
    switch (clew_choose(7)) {
      case 0:
        if (users < 2) (void)port_open();
        break;
      case 1:
        if (users > 0) port_close();
        break;
      case 2:
        if (users > 0) (void)port_write(clew_choose(RING));
        break;
      case 3:
        if (users > 0) (void)port_read();
        break;
      case 4:
        if (users > 0) (void)set_speed(clew_choose(SPEEDS));
        break;
      case 5: (void)port_interrupt(clew_choose(4)); break;
      case 6: flow_control(clew_choose(2) == 1); break;
    }
  }
  while (users > 0) port_close();
  return 0;
}
