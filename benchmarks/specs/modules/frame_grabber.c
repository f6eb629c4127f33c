/* A frame grabber: frames are queued by the user, filled by the interrupt and taken out again. The queue refills itself
 * from a helper that lets the caller say whether it may sleep; the interrupt says yes when the second frame in a row
 * was dropped.
 * expect: spinlock=safe atomic_allocation=violated completion=safe mutex=safe
 */
#include "../kernel.h"

#define FRAMES 5
#define DROPS 2

struct frame {
  int number;
  bool is_filled;
};

struct grabber {
  struct mutex control;
  spinlock_t lock;
  struct completion stopped;
  struct frame *queue[FRAMES];
  int queued;
  int drops; /* in a row */
  bool is_streaming;
  bool is_stopping;
};

static struct grabber grabber;
static bool is_open;

/* May sleep if `flags` says so. */
static struct frame *new_frame(int flags) {
  struct frame *made = kzalloc(sizeof(struct frame), flags);
  if (made != NULL) made->number = 1;
  return made;
}

/* With the lock. */
static bool enqueue(struct frame *frame) {
  if (frame == NULL || grabber.queued == FRAMES) return false;
  grabber.queue[grabber.queued++] = frame;
  return true;
}

static struct frame *dequeue(bool filled) {
  struct frame *found;
  if (grabber.queued == 0 || grabber.queue[0]->is_filled != filled) return NULL;
  found = grabber.queue[0];
  grabber.queued--;
  for (int i = 0; i < grabber.queued; i++) grabber.queue[i] = grabber.queue[i + 1];
  grabber.queue[grabber.queued] = NULL;
  return found;
}

static struct frame *first_empty(void) {
  for (int i = 0; i < grabber.queued; i++) {
    if (!grabber.queue[i]->is_filled) return grabber.queue[i];
  }
  return NULL;
}

static void refill(int flags) {
  struct frame *frame;
  if (grabber.queued == FRAMES) return;
  frame = new_frame(flags);
  if (!enqueue(frame)) kfree(frame);
}

static void frame_dropped(void) {
  if (grabber.drops < DROPS) grabber.drops++;
  refill(grabber.drops == DROPS ? GFP_KERNEL : GFP_ATOMIC);
}

static int grabber_interrupt(void) {
  struct frame *frame;
  if (!grabber.is_streaming) return IRQ_NONE;
  spin_lock(&grabber.lock);
  if (grabber.is_stopping) {
    grabber.is_streaming = false;
    grabber.is_stopping = false;
    complete(&grabber.stopped);
    spin_unlock(&grabber.lock);
    return IRQ_HANDLED;
  }
  frame = first_empty();
  if (frame != NULL) {
    frame->is_filled = true;
    grabber.drops = 0;
  } else {
    frame_dropped();
  }
  spin_unlock(&grabber.lock);
  return IRQ_HANDLED;
}

static int stream_on(void) {
  int result = 0;
  mutex_lock(&grabber.control);
  if (grabber.is_streaming) {
    result = -EBUSY;
  } else {
    reinit_completion(&grabber.stopped);
    grabber.is_streaming = true;
    grabber.drops = 0;
  }
  mutex_unlock(&grabber.control);
  return result;
}

/* The interrupt of the last frame ends the stream; in this world it comes at once. */
static void stream_off(void) {
  unsigned long flags = 0;
  mutex_lock(&grabber.control);
  if (grabber.is_streaming) {
    spin_lock_irqsave(&grabber.lock, flags);
    grabber.is_stopping = true;
    spin_unlock_irqrestore(&grabber.lock, flags);
    (void)grabber_interrupt();
    wait_for_completion(&grabber.stopped);
  }
  mutex_unlock(&grabber.control);
}

static int queue_frame(void) {
  unsigned long flags = 0;
  struct frame *frame = new_frame(GFP_KERNEL);
  bool done;
  if (frame == NULL) return -ENOMEM;
  spin_lock_irqsave(&grabber.lock, flags);
  done = enqueue(frame);
  spin_unlock_irqrestore(&grabber.lock, flags);
  if (done) return 0;
  kfree(frame);
  return -ENOSPC;
}

static int take_frame(void) {
  unsigned long flags = 0;
  struct frame *frame;
  spin_lock_irqsave(&grabber.lock, flags);
  frame = dequeue(true);
  spin_unlock_irqrestore(&grabber.lock, flags);
  if (frame == NULL) return -EAGAIN;
  kfree(frame);
  return 0;
}

static void drop_all(void) {
  for (int i = 0; i < FRAMES; i++) {
    kfree(grabber.queue[i]);
    grabber.queue[i] = NULL;
  }
  grabber.queued = 0;
  grabber.drops = 0;
}

static void close_device(void) {
  stream_off();
  drop_all();
  is_open = false;
}

int main(void) {
  init_completion(&grabber.stopped);
  while (__VERIFIER_nondet_bool()) {
    switch (clew_choose(6)) {
      case 0: is_open = true; break;
      case 1:
        if (is_open) close_device();
        break;
      case 2:
        if (is_open) (void)stream_on();
        break;
      case 3:
        if (is_open) (void)queue_frame();
        break;
      case 4:
        if (is_open) (void)take_frame();
        break;
      case 5: (void)grabber_interrupt(); break;
    }
  }
  if (is_open) close_device();
  return 0;
}
