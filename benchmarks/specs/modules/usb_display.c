/* A small display on USB. Pictures go out in one request block that is kept while the display is on; after an error
 * the device is locked and reset. Where the reset fails for the second time, the way out gives the lock back twice.
 * expect: usb_device_lock=violated urb=safe completion=safe spinlock=safe atomic_allocation=safe
 */
#include "../kernel.h"

#define ROWS 9
#define BRIGHTNESSES 5

struct display {
  struct usb_device device;
  spinlock_t lock;
  struct completion sent;
  struct urb *block;
  int dirty; /* rows from the top that are to be sent */
  int brightness;
  int resets; /* that failed, 0 .. 2 */
  bool has_error;
  bool is_busy;
  bool is_dead;
};

static struct display display;

static void mark_dirty(int rows) {
  unsigned long flags = 0;
  spin_lock_irqsave(&display.lock, flags);
  if (rows > display.dirty) display.dirty = rows;
  spin_unlock_irqrestore(&display.lock, flags);
}

static int display_on(void) {
  if (display.block != NULL) return -EBUSY;
  if (display.is_dead) return -ENODEV;
  display.block = usb_alloc_urb(0, GFP_KERNEL);
  if (display.block == NULL) return -ENOMEM;
  mark_dirty(ROWS);
  return 0;
}

static void display_off(void) {
  if (display.is_busy) {
    usb_kill_urb(display.block);
    complete(&display.sent);
    display.is_busy = false;
  }
  usb_free_urb(display.block);
  display.block = NULL;
  display.dirty = 0;
}

static void send_row(void) {
  if (display.block == NULL || display.is_busy || display.has_error || display.dirty == 0) return;
  reinit_completion(&display.sent);
  if (usb_submit_urb(display.block, GFP_KERNEL) != 0) {
    display.has_error = true;
    return;
  }
  display.is_busy = true;
}

static void sent_interrupt(void) {
  if (!display.is_busy) return;
  spin_lock(&display.lock);
  display.is_busy = false;
  display.block->status = clew_choose(2) == 0 ? 0 : -EIO;
  if (display.block->status == 0)
    display.dirty--;
  else
    display.has_error = true;
  display.block->status = 0;
  spin_unlock(&display.lock);
  complete(&display.sent);
}

/* Called with the device locked; leaves it so, unless the device is given up. */
static int reset_locked(void) {
  const int result = usb_reset_device(&display.device);
  if (result == 0) {
    display.resets = 0;
    display.has_error = false;
    return 0;
  }
  display.resets++;
  if (display.resets == 2) {
    display.is_dead = true;
    usb_unlock_device(&display.device);
    return -ENODEV;
  }
  return -EAGAIN;
}

static void recovery_work(void) {
  int result;
  if (!display.has_error || display.is_dead) return;
  if (!usb_trylock_device(&display.device)) return;
  result = reset_locked();
  if (result == 0) mark_dirty(ROWS);
  usb_unlock_device(&display.device);
  if (result == -ENODEV && display.block != NULL) display_off();
}

static int set_brightness(int brightness) {
  int result = 0;
  usb_lock_device(&display.device);
  if (display.is_dead)
    result = -ENODEV;
  else if (display.has_error)
    result = -EIO;
  else
    display.brightness = brightness;
  usb_unlock_device(&display.device);
  return result;
}

/* Waits until all is on the display, as long as that works. */
static int flush(void) {
  for (int i = 0; i < ROWS; i++) {
    send_row();
    if (!display.is_busy) break;
    sent_interrupt();
    wait_for_completion(&display.sent);
  }
  return display.has_error ? -EIO : 0;
}

static int draw(int row) {
  if (display.block == NULL) return -ENODEV;
  mark_dirty(row + 1);
  if (row == 0) send_row();
  return 0;
}

/* Nothing runs while the machine sleeps; what was shown is sent anew. */
static void suspend(void) {
  usb_lock_device(&display.device);
  if (display.block != NULL) display_off();
  usb_unlock_device(&display.device);
}

int main(void) {
  init_completion(&display.sent);
  while (__VERIFIER_nondet_bool()) {
    switch (clew_choose(8)) {
      case 0: (void)display_on(); break;
      case 1:
        if (display.block != NULL) display_off();
        break;
      case 2: (void)draw(clew_choose(ROWS)); break;
      case 3: (void)flush(); break;
      case 4: sent_interrupt(); break;
      case 5: recovery_work(); break;
      case 6: (void)set_brightness(clew_choose(BRIGHTNESSES)); break;
      case 7: suspend(); break;
    }
  }
  if (display.block != NULL) display_off();
  return 0;
}
