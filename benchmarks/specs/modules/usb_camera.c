/* A camera on USB. Pictures come in alternating request blocks; a change of the format stops the stream, throws the
 * blocks away and allocates others. Stopping frees a block that the interrupt has thrown away already if that was the
 * older of the two. A reset that is asked for by the control thread tries the lock of the device which it holds.
 * expect: urb=violated usb_device_lock=violated spinlock=safe atomic_allocation=safe completion=safe
 */
#include "../kernel.h"

#define BLOCKS 2
#define FORMATS 3
#define PICTURES 3

struct slot {
  struct urb *block;
  bool is_thrown_away; /* by the interrupt, after errors */
  int errors;
};

struct camera {
  struct usb_device device;
  spinlock_t lock;
  struct completion picture;
  struct slot slots[BLOCKS];
  int older; /* of the two slots */
  int format;
  int pictures; /* that nobody took yet */
  bool is_streaming;
  bool needs_reset;
};

static struct camera camera;

static void throw_away(struct slot *slot) {
  usb_kill_urb(slot->block);
  usb_free_urb(slot->block);
  slot->is_thrown_away = true;
}

static void stop(void) {
  for (int i = 0; i < BLOCKS; i++) {
    struct slot *slot = &camera.slots[i];
    if (slot->is_thrown_away && i != camera.older) {
      slot->block = NULL;
      slot->is_thrown_away = false;
      slot->errors = 0;
      continue;
    }
    usb_free_urb(slot->block);
    *slot = (struct slot){NULL, false, 0};
  }
  camera.is_streaming = false;
  camera.older = 0;
}

static int start(void) {
  if (camera.is_streaming) return -EBUSY;
  for (int i = 0; i < BLOCKS; i++) {
    camera.slots[i].block = usb_alloc_urb(camera.format, GFP_KERNEL);
    if (camera.slots[i].block == NULL || usb_submit_urb(camera.slots[i].block, GFP_KERNEL) != 0) {
      stop();
      return -EIO;
    }
  }
  camera.is_streaming = true;
  return 0;
}

/* A block is full. Two errors in a row and it is thrown away: the camera goes on with the other one. */
static void block_interrupt(int index, bool has_failed) {
  struct slot *slot = &camera.slots[index];
  if (!camera.is_streaming || slot->is_thrown_away) return;
  spin_lock(&camera.lock);
  if (has_failed) {
    slot->errors++;
    if (slot->errors == 2) throw_away(slot);
    camera.needs_reset = slot->errors == 2;
  } else {
    slot->errors = 0;
    if (camera.pictures < PICTURES) camera.pictures++;
    complete(&camera.picture);
  }
  camera.older = BLOCKS - 1 - index;
  spin_unlock(&camera.lock);
}

static int take_picture(void) {
  unsigned long flags = 0;
  int result = -EAGAIN;
  if (!camera.is_streaming) return -EINVAL;
  if (camera.pictures > 0) wait_for_completion(&camera.picture);
  spin_lock_irqsave(&camera.lock, flags);
  if (camera.pictures > 0) {
    camera.pictures--;
    result = 0;
  }
  if (camera.pictures == 0) reinit_completion(&camera.picture);
  spin_unlock_irqrestore(&camera.lock, flags);
  return result;
}

/* May be called by anybody. */
static int reset(void) {
  int result;
  if (!usb_trylock_device(&camera.device)) return -EAGAIN;
  result = usb_reset_device(&camera.device);
  if (result == 0) camera.needs_reset = false;
  usb_unlock_device(&camera.device);
  return result;
}

static int set_format(int format) {
  int result = 0;
  usb_lock_device(&camera.device);
  if (camera.pictures > 0) {
    result = -EBUSY;
  } else if (format != camera.format) {
    const bool was_streaming = camera.is_streaming;
    if (was_streaming) stop();
    camera.format = format;
    if (was_streaming) result = start();
  }
  usb_unlock_device(&camera.device);
  return result;
}

/* Once a second: looks whether the camera is well. */
static void control_work(void) {
  if (usb_lock_device_for_reset(&camera.device) != 0) return;
  if (camera.needs_reset) {
    if (camera.is_streaming && camera.pictures == PICTURES) {
      (void)reset();
    } else if (usb_reset_device(&camera.device) == 0) {
      camera.needs_reset = false;
    }
  }
  usb_unlock_device(&camera.device);
}

static void suspend(void) {
  if (camera.is_streaming) stop();
  spin_lock(&camera.lock);
  camera.pictures = 0;
  camera.needs_reset = false;
  spin_unlock(&camera.lock);
}

int main(void) {
  init_completion(&camera.picture);
  while (__VERIFIER_nondet_bool()) {
    switch (clew_choose(8)) {
      case 0: (void)start(); break;
      case 1:
        if (camera.is_streaming) stop();
        break;
      case 2: block_interrupt(clew_choose(BLOCKS), clew_choose(2) == 1); break;
      case 3: (void)take_picture(); break;
      case 4: (void)set_format(clew_choose(FORMATS)); break;
      case 5: (void)reset(); break;
      case 6: control_work(); break;
      case 7: suspend(); break;
    }
  }
  suspend();
  return 0;
}
