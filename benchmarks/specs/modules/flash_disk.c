/* A disk of flash cells. Cells wear out: a bad block is moved to a spare, and without spares the disk becomes read only
 * and, after one more failure, goes offline: then its queue is cleaned up at once, while the disk is still there.
 * expect: gendisk=violated spinlock=safe atomic_allocation=safe bit_range=safe
 */
#include "../kernel.h"

#define BLOCKS 4
#define SPARES 2

enum health {
  HEALTH_GOOD,
  HEALTH_READ_ONLY,
  HEALTH_OFFLINE
};

struct flash {
  spinlock_t lock;
  struct request_queue *queue;
  struct gendisk *disk;
  unsigned bad;  /* bit n: block n is worn out */
  unsigned used; /* bit n: block n holds data */
  int spares;
  enum health health;
};

static struct flash flash = {.spares = SPARES};

/* Moves are rare and need a note; with the lock, so the note may not sleep. */
static bool move_to_spare(int block) {
  int *note;
  if (flash.spares == 0) return false;
  note = kmalloc(sizeof(int), GFP_ATOMIC);
  if (note == NULL) return false;
  *note = block;
  flash.spares--;
  clear_bit(*note, &flash.bad);
  kfree(note);
  return true;
}

static void go_offline(void) {
  flash.health = HEALTH_OFFLINE;
  if (flash.queue == NULL) return;
  blk_cleanup_queue(flash.queue);
  flash.queue = NULL;
}

/* Says whether the disk has to go offline, which is done without the lock. */
static bool block_failed(int block) {
  set_bit(block, &flash.bad);
  if (move_to_spare(block)) return false;
  if (flash.health == HEALTH_GOOD) {
    flash.health = HEALTH_READ_ONLY;
    return false;
  }
  return true;
}

static int write_block(int block) {
  unsigned long flags = 0;
  bool is_over = false;
  int result = 0;
  if (flash.disk == NULL || flash.health == HEALTH_OFFLINE) return -ENODEV;
  spin_lock_irqsave(&flash.lock, flags);
  if (flash.health == HEALTH_READ_ONLY) {
    result = -EINVAL;
  } else if (test_bit(block, &flash.bad)) {
    result = -EIO;
  } else if (clew_choose(3) == 0) {
    is_over = block_failed(block);
    result = -EIO;
  } else {
    set_bit(block, &flash.used);
  }
  spin_unlock_irqrestore(&flash.lock, flags);
  if (is_over) go_offline();
  return result;
}

static int read_block(int block) {
  unsigned long flags = 0;
  bool is_over = false;
  int result = 0;
  if (flash.disk == NULL || flash.health == HEALTH_OFFLINE) return -ENODEV;
  spin_lock_irqsave(&flash.lock, flags);
  if (test_bit(block, &flash.bad)) {
    result = -EIO;
  } else if (!test_bit(block, &flash.used)) {
    result = -EINVAL;
  } else if (clew_choose(3) == 0) {
    is_over = block_failed(block);
    result = -EIO;
  }
  spin_unlock_irqrestore(&flash.lock, flags);
  if (is_over) go_offline();
  return result;
}

static void discard(int block) {
  spin_lock(&flash.lock);
  clear_bit(block, &flash.used);
  spin_unlock(&flash.lock);
}

static int count_bad(void) {
  int bad = 0;
  for (int i = find_next_bit(&flash.bad, BLOCKS, 0); i < BLOCKS; i = find_next_bit(&flash.bad, BLOCKS, i + 1)) bad++;
  return bad;
}

/* Tries bad blocks again: some only had a bad day. */
static void scrub_work(void) {
  if (!spin_trylock(&flash.lock)) return;
  for (int i = 0; i < BLOCKS; i++) {
    if (test_bit(i, &flash.bad) && clew_choose(2) == 0) clear_bit(i, &flash.bad);
  }
  if (flash.health == HEALTH_READ_ONLY && count_bad() == 0) flash.health = HEALTH_GOOD;
  spin_unlock(&flash.lock);
}

static int attach(void) {
  if (flash.disk != NULL || flash.health == HEALTH_OFFLINE) return -EBUSY;
  flash.queue = blk_init_queue(&flash.lock);
  if (flash.queue == NULL) return -ENOMEM;
  flash.disk = alloc_disk(1);
  if (flash.disk == NULL) {
    blk_cleanup_queue(flash.queue);
    flash.queue = NULL;
    return -ENOMEM;
  }
  flash.disk->sectors = BLOCKS - count_bad();
  add_disk(flash.disk);
  return 0;
}

static void detach(void) {
  if (flash.disk == NULL) return;
  del_gendisk(flash.disk);
  if (flash.queue != NULL) blk_cleanup_queue(flash.queue);
  put_disk(flash.disk);
  flash.disk = NULL;
  flash.queue = NULL;
}

int main(void) {
  while (__VERIFIER_nondet_bool()) {
    switch (clew_choose(6)) {
      case 0: (void)attach(); break;
      case 1: detach(); break;
      case 2: (void)write_block(clew_choose(BLOCKS)); break;
      case 3: (void)read_block(clew_choose(BLOCKS)); break;
      case 4: discard(clew_choose(BLOCKS)); break;
      case 5: scrub_work(); break;
    }
  }
  detach();
  return 0;
}
