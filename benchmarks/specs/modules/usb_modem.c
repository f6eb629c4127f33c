/* A modem with several channels over one USB device. Channels share the device lock: the first that dials takes it, the
 * last that hangs up gives it back, and it stays with the driver in between, over many calls of the user.
 * expect: usb_device_lock=safe module_reference=safe urb=safe
 */
#include "../kernel.h"

#define CHANNELS 3

enum line {
  LINE_CLOSED,
  LINE_OPEN,
  LINE_DIALLING,
  LINE_CONNECTED
};

struct channel {
  enum line line;
  struct urb *block;
  bool carrier_lost;
};

static struct usb_device device;
static struct channel channels[CHANNELS];
static int active; /* channels that dial or are connected; the device is locked as long as there are any */
static bool needs_reset;

static int channel_open(struct channel *channel) {
  if (channel->line != LINE_CLOSED) return -EBUSY;
  if (!try_module_get(THIS_MODULE)) return -ENODEV;
  channel->block = usb_alloc_urb(0, GFP_KERNEL);
  if (channel->block == NULL) {
    module_put(THIS_MODULE);
    return -ENOMEM;
  }
  channel->line = LINE_OPEN;
  return 0;
}

static bool is_active(const struct channel *channel) {
  return channel->line == LINE_DIALLING || channel->line == LINE_CONNECTED;
}

static int become_active(struct channel *channel) {
  if (active == 0 && !usb_trylock_device(&device)) return -EAGAIN;
  active++;
  channel->line = LINE_DIALLING;
  channel->carrier_lost = false;
  return 0;
}

static void become_inactive(struct channel *channel) {
  channel->line = LINE_OPEN;
  channel->carrier_lost = false;
  usb_kill_urb(channel->block);
  active--;
  if (active > 0) return;
  if (needs_reset && usb_reset_device(&device) == 0) needs_reset = false;
  usb_unlock_device(&device);
}

static int dial(struct channel *channel) {
  int result;
  if (channel->line == LINE_CLOSED) return -ENODEV;
  if (is_active(channel)) return -EBUSY;
  result = become_active(channel);
  if (result != 0) return result;
  result = usb_submit_urb(channel->block, GFP_KERNEL);
  if (result != 0) {
    needs_reset = true;
    become_inactive(channel);
  }
  return result;
}

static int hang_up(struct channel *channel) {
  if (!is_active(channel)) return -EINVAL;
  become_inactive(channel);
  return 0;
}

static void channel_close(struct channel *channel) {
  if (channel->line == LINE_CLOSED) return;
  if (is_active(channel)) become_inactive(channel);
  usb_free_urb(channel->block);
  channel->block = NULL;
  channel->line = LINE_CLOSED;
  module_put(THIS_MODULE);
}

/* The other side answers, or a connection breaks. What has to be done then needs a context that may sleep. */
static void status_interrupt(struct channel *channel, bool has_carrier) {
  switch (channel->line) {
    case LINE_DIALLING:
      if (has_carrier) channel->line = LINE_CONNECTED;
      break;
    case LINE_CONNECTED:
      if (!has_carrier) channel->carrier_lost = true;
      break;
    default: break;
  }
}

static void hangup_work(void) {
  for (int i = 0; i < CHANNELS; i++) {
    if (is_active(&channels[i]) && channels[i].carrier_lost) become_inactive(&channels[i]);
  }
}

static int send(struct channel *channel) {
  if (channel->line != LINE_CONNECTED || channel->carrier_lost) return -EIO;
  if (usb_submit_urb(channel->block, GFP_KERNEL) == 0) {
    channel->block->status = 0;
    return 0;
  }
  channel->carrier_lost = true;
  return -EIO;
}

/* Idle devices may be reset at any time; others are when they become idle. */
static int reset(void) {
  int result;
  if (active > 0) {
    needs_reset = true;
    return -EAGAIN;
  }
  result = usb_lock_device_for_reset(&device);
  if (result != 0) return result;
  result = usb_reset_device(&device);
  needs_reset = result != 0;
  usb_unlock_device(&device);
  return result;
}

int main(void) {
  while (__VERIFIER_nondet_bool()) {
    struct channel *channel = &channels[clew_choose(CHANNELS)];
    switch (clew_choose(8)) {
      case 0: (void)channel_open(channel); break;
      case 1: channel_close(channel); break;
      case 2: (void)dial(channel); break;
      case 3: (void)hang_up(channel); break;
      case 4: (void)send(channel); break;
      case 5: status_interrupt(channel, clew_choose(2) == 1); break;
      case 6: hangup_work(); break;
      case 7: (void)reset(); break;
    }
  }
  for (int i = 0; i < CHANNELS; i++) channel_close(&channels[i]);
  return 0;
}
