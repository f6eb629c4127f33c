/* A disk on USB, with everything that belongs to it: it is plugged and unplugged, commands go out in a request block
 * for the command, one for the data and one for the status, errors are cured by a reset, and the disk appears when its
 * size is known. One fault is deep: a status that comes for a command which was aborted in its last phase, while four
 * commands wait, starts the next command under the lock of the queue, and so does the function that it calls.
 * expect: gendisk=safe urb=safe usb_device_lock=safe mutex=safe completion=safe spinlock=violated
 * expect: atomic_allocation=safe
 */
#include "../kernel.h"

#define MOST_WAITING 4
#define MOST_RESETS 2

enum phase {
  PHASE_IDLE,
  PHASE_COMMAND,
  PHASE_DATA,
  PHASE_STATUS
};

enum pipe {
  PIPE_COMMAND,
  PIPE_DATA,
  PIPE_STATUS,
  PIPES
};

struct disk {
  struct usb_device device;
  struct mutex lock;
  spinlock_t queue_lock;
  struct completion quiet;
  struct request_queue *queue;
  struct gendisk *gendisk;
  struct urb *pipes[PIPES];
  enum phase phase;
  int waiting;
  int resets; /* in a row that failed */
  int openers;
  bool is_aborted; /* the command that runs */
  bool has_stalled;
  bool is_plugged;
};

static struct disk disk;

/* Request blocks. */

static void free_pipes(void) {
  for (int i = 0; i < PIPES; i++) {
    usb_kill_urb(disk.pipes[i]);
    usb_free_urb(disk.pipes[i]);
    disk.pipes[i] = NULL;
  }
}

static int allocate_pipes(void) {
  for (int i = 0; i < PIPES; i++) {
    disk.pipes[i] = usb_alloc_urb(0, GFP_KERNEL);
    if (disk.pipes[i] == NULL) {
      free_pipes();
      return -ENOMEM;
    }
  }
  return 0;
}

/* Commands. */

static enum pipe pipe_of(enum phase phase) {
  switch (phase) {
    case PHASE_DATA: return PIPE_DATA;
    case PHASE_STATUS: return PIPE_STATUS;
    default: return PIPE_COMMAND;
  }
}

/* With the lock of the queue. */
static void enter_phase(enum phase phase) {
  disk.phase = phase;
  if (phase == PHASE_IDLE) {
    disk.is_aborted = false;
    complete(&disk.quiet);
    return;
  }
  if (usb_submit_urb(disk.pipes[pipe_of(phase)], GFP_ATOMIC) != 0) disk.has_stalled = true;
}

static void start_next(void) {
  spin_lock(&disk.queue_lock);
  if (disk.phase == PHASE_IDLE && disk.waiting > 0 && !disk.has_stalled) {
    disk.waiting--;
    reinit_completion(&disk.quiet);
    enter_phase(PHASE_COMMAND);
  }
  spin_unlock(&disk.queue_lock);
}

static int submit(void) {
  unsigned long flags = 0;
  int result = 0;
  if (disk.openers == 0) return -EINVAL;
  spin_lock_irqsave(&disk.queue_lock, flags);
  if (!disk.is_plugged)
    result = -ENODEV;
  else if (disk.waiting == MOST_WAITING)
    result = -EAGAIN;
  else
    disk.waiting++;
  spin_unlock_irqrestore(&disk.queue_lock, flags);
  if (result == 0) start_next();
  return result;
}

/* The end of a phase. Aborted commands skip their data. */
static void phase_over(void) {
  switch (disk.phase) {
    case PHASE_COMMAND: enter_phase(disk.is_aborted ? PHASE_STATUS : PHASE_DATA); break;
    case PHASE_DATA: enter_phase(PHASE_STATUS); break;
    case PHASE_STATUS:
      if (disk.is_aborted && disk.waiting == MOST_WAITING) {
        enter_phase(PHASE_IDLE);
        start_next();
      } else {
        enter_phase(PHASE_IDLE);
      }
      break;
    default: break;
  }
}

static void pipe_interrupt(bool has_failed) {
  if (disk.phase == PHASE_IDLE || disk.has_stalled) return;
  spin_lock(&disk.queue_lock);
  disk.pipes[pipe_of(disk.phase)]->status = 0;
  if (has_failed)
    disk.has_stalled = true;
  else
    phase_over();
  spin_unlock(&disk.queue_lock);
  start_next();
}

static void abort_command(void) {
  unsigned long flags = 0;
  spin_lock_irqsave(&disk.queue_lock, flags);
  if (disk.phase != PHASE_IDLE) disk.is_aborted = true;
  spin_unlock_irqrestore(&disk.queue_lock, flags);
}

/* Stops what runs, and with `all` what waits. */
static void drain(bool all) {
  spin_lock(&disk.queue_lock);
  for (int i = 0; i < PIPES; i++) usb_kill_urb(disk.pipes[i]);
  if (disk.phase != PHASE_IDLE) enter_phase(PHASE_IDLE);
  disk.has_stalled = false;
  if (all) disk.waiting = 0;
  spin_unlock(&disk.queue_lock);
  wait_for_completion(&disk.quiet);
}

/* The disk that others see. */

static int read_capacity(void) { return clew_choose(2) == 0 ? -EIO : 1; }

static int show_disk(void) {
  const int sectors = read_capacity();
  if (sectors < 0) return sectors;
  disk.queue = blk_init_queue(&disk.queue_lock);
  if (disk.queue == NULL) return -ENOMEM;
  disk.gendisk = alloc_disk(1);
  if (disk.gendisk == NULL) {
    blk_cleanup_queue(disk.queue);
    disk.queue = NULL;
    return -ENOMEM;
  }
  disk.gendisk->sectors = sectors;
  add_disk(disk.gendisk);
  return 0;
}

static void hide_disk(void) {
  if (disk.gendisk == NULL) return;
  del_gendisk(disk.gendisk);
  blk_cleanup_queue(disk.queue);
  put_disk(disk.gendisk);
  disk.queue = NULL;
  disk.gendisk = NULL;
}

static int disk_open(void) {
  int result = 0;
  if (mutex_lock_interruptible(&disk.lock) != 0) return -ERESTARTSYS;
  if (disk.gendisk == NULL || !disk.is_plugged)
    result = -ENODEV;
  else
    disk.openers++;
  mutex_unlock(&disk.lock);
  return result;
}

/* The last one to close a disk that was unplugged turns off the light. */
static void disk_release(void) {
  mutex_lock(&disk.lock);
  disk.openers--;
  if (disk.openers == 0) {
    drain(true);
    if (!disk.is_plugged) {
      hide_disk();
      free_pipes();
    }
  }
  mutex_unlock(&disk.lock);
}

/* The device. */

static int plug(void) {
  int result = -EBUSY;
  mutex_lock(&disk.lock);
  if (disk.pipes[0] == NULL) {
    result = allocate_pipes();
    if (result == 0) result = show_disk();
    if (result != 0)
      free_pipes();
    else
      disk.is_plugged = true;
    disk.resets = 0;
  }
  mutex_unlock(&disk.lock);
  return result;
}

static void unplug(void) {
  usb_lock_device(&disk.device);
  mutex_lock(&disk.lock);
  if (disk.is_plugged) {
    disk.is_plugged = false;
    drain(true);
    if (disk.openers == 0) {
      hide_disk();
      free_pipes();
    }
  }
  mutex_unlock(&disk.lock);
  usb_unlock_device(&disk.device);
}

/* A device that cannot be reset twice counts as unplugged. */
static void recovery_work(void) {
  if (!disk.has_stalled || !disk.is_plugged) return;
  if (usb_lock_device_for_reset(&disk.device) != 0) return;
  drain(false);
  if (usb_reset_device(&disk.device) == 0)
    disk.resets = 0;
  else
    disk.resets++;
  usb_unlock_device(&disk.device);
  if (disk.resets == MOST_RESETS)
    unplug();
  else
    start_next();
}

int main(void) {
  init_completion(&disk.quiet);
  while (__VERIFIER_nondet_bool()) {
    switch (clew_choose(8)) {
      case 0: (void)plug(); break;
      case 1: unplug(); break;
      case 2:
        if (disk.openers < 2) (void)disk_open();
        break;
      case 3:
        if (disk.openers > 0) disk_release();
        break;
      case 4: (void)submit(); break;
      case 5: pipe_interrupt(clew_choose(2) == 1); break;
      case 6: abort_command(); break;
      case 7: recovery_work(); break;
    }
  }
  while (disk.openers > 0) disk_release();
  unplug();
  return 0;
}
