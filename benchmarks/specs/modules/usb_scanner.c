/* A scanner with a row of request blocks: as many as the wanted resolution needs are allocated when a scan begins, and
 * a scan that does not get all of them frees those it got. That the numbers agree follows from the counters alone.
 * expect: urb=safe usb_device_lock=safe mutex=safe
 */
#include "../kernel.h"

#define MOST_BLOCKS 4

enum state {
  STATE_IDLE,
  STATE_SCANNING,
  STATE_CANCELLED
};

struct scanner {
  struct usb_device device;
  struct mutex lock;
  struct urb *blocks[MOST_BLOCKS];
  int allocated;
  int submitted;
  int lines; /* what is left of the picture */
  enum state state;
  bool is_gone; /* unplugged */
};

static struct scanner scanner;
static bool is_open;

static void free_blocks(void) {
  while (scanner.allocated > 0) {
    scanner.allocated--;
    usb_kill_urb(scanner.blocks[scanner.allocated]);
    usb_free_urb(scanner.blocks[scanner.allocated]);
    scanner.blocks[scanner.allocated] = NULL;
  }
  scanner.submitted = 0;
}

static int allocate_blocks(int count) {
  while (scanner.allocated < count) {
    struct urb *made = usb_alloc_urb(0, GFP_KERNEL);
    if (made == NULL) {
      free_blocks();
      return -ENOMEM;
    }
    scanner.blocks[scanner.allocated++] = made;
  }
  return 0;
}

/* Better resolutions need more blocks; a block too many does no harm and stays. */
static int blocks_for(int resolution) { return resolution == 0 ? 1 : resolution * 2; }

static int submit_all(void) {
  for (int i = 0; i < scanner.allocated; i++) {
    const int result = usb_submit_urb(scanner.blocks[i], GFP_KERNEL);
    if (result != 0) return result;
    scanner.submitted++;
  }
  return 0;
}

/* With the lock. */
static void finish(void) {
  free_blocks();
  scanner.lines = 0;
  scanner.state = STATE_IDLE;
}

static int start_scan(int resolution) {
  int result;
  mutex_lock(&scanner.lock);
  if (scanner.is_gone) {
    result = -ENODEV;
    goto out;
  }
  if (scanner.state != STATE_IDLE) {
    result = -EBUSY;
    goto out;
  }
  result = allocate_blocks(blocks_for(resolution));
  if (result != 0) goto out;
  result = submit_all();
  if (result != 0) {
    finish();
    goto out;
  }
  scanner.state = STATE_SCANNING;
  scanner.lines = resolution + 1;
out:
  mutex_unlock(&scanner.lock);
  return result;
}

/* A block came back, with data or with an error. */
static void block_interrupt(void) {
  struct urb *block;
  if (scanner.state == STATE_IDLE || scanner.submitted == 0) return;
  block = scanner.blocks[--scanner.submitted];
  block->status = clew_choose(2) == 0 ? 0 : -EIO;
  if (block->status != 0) {
    scanner.state = STATE_CANCELLED;
    return;
  }
  block->length = 0;
  if (scanner.lines > 0) scanner.lines--;
}

/* Sends blocks on their way again while lines are left, and frees them when none are. */
static void transfer_work(void) {
  mutex_lock(&scanner.lock);
  if (scanner.state == STATE_CANCELLED || (scanner.state == STATE_SCANNING && scanner.lines == 0)) {
    finish();
  } else if (scanner.state == STATE_SCANNING && scanner.submitted < scanner.allocated) {
    struct urb *block = scanner.blocks[scanner.submitted];
    if (usb_submit_urb(block, GFP_KERNEL) == 0)
      scanner.submitted++;
    else
      scanner.state = STATE_CANCELLED;
  }
  mutex_unlock(&scanner.lock);
}

/* A device that does not answer is reset, with both locks. */
static int reset(void) {
  int result = usb_lock_device_for_reset(&scanner.device);
  if (result != 0) return result;
  mutex_lock(&scanner.lock);
  finish();
  mutex_unlock(&scanner.lock);
  result = usb_reset_device(&scanner.device);
  if (result != 0) scanner.is_gone = true;
  usb_unlock_device(&scanner.device);
  return result;
}

static void unplugged(void) {
  usb_lock_device(&scanner.device);
  mutex_lock(&scanner.lock);
  scanner.is_gone = true;
  if (scanner.state != STATE_IDLE) scanner.state = STATE_CANCELLED;
  mutex_unlock(&scanner.lock);
  usb_unlock_device(&scanner.device);
}

static void plugged(void) {
  if (!usb_trylock_device(&scanner.device)) return;
  scanner.is_gone = false;
  usb_unlock_device(&scanner.device);
}

static void close_device(void) {
  mutex_lock(&scanner.lock);
  if (scanner.state != STATE_IDLE) finish();
  mutex_unlock(&scanner.lock);
  is_open = false;
}

int main(void) {
  while (__VERIFIER_nondet_bool()) {
    switch (clew_choose(8)) {
      case 0: is_open = true; break;
      case 1:
        if (is_open) close_device();
        break;
      case 2:
        if (is_open) (void)start_scan(clew_choose(3));
        break;
      case 3: block_interrupt(); break;
      case 4: transfer_work(); break;
      case 5:
        if (is_open) (void)reset();
        break;
      case 6: unplugged(); break;
      case 7: plugged(); break;
    }
  }
  if (is_open) close_device();
  return 0;
}
