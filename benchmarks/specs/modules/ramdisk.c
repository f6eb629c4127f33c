/* A disk in memory whose size can change: to change it, the disk is taken away and a new one is added, while the queue
 * stays. Requests wait in a counter until the work item serves them.
 * expect: gendisk=safe mutex=safe module_reference=safe
 */
#include "../kernel.h"

#define SIZES 5
#define MOST_REQUESTS 6

struct ramdisk {
  struct mutex lock;
  spinlock_t queue_lock;
  struct request_queue *queue;
  struct gendisk *disk;
  int size;
  int requests; /* that wait */
  int openers;
  bool is_read_only;
};

static struct ramdisk ramdisk;

static int add(int size) {
  ramdisk.disk = alloc_disk(1);
  if (ramdisk.disk == NULL) return -ENOMEM;
  ramdisk.disk->sectors = size;
  ramdisk.size = size;
  add_disk(ramdisk.disk);
  return 0;
}

static void remove_disk(void) {
  if (ramdisk.disk == NULL) return;
  del_gendisk(ramdisk.disk);
  put_disk(ramdisk.disk);
  ramdisk.disk = NULL;
  ramdisk.requests = 0;
  ramdisk.size = 0;
}

/* Nobody may have it open. A disk that could not be made bigger is made again as it was, if that works. */
static int resize(int size) {
  int result = 0;
  int before;
  mutex_lock(&ramdisk.lock);
  if (ramdisk.openers > 0) {
    result = -EBUSY;
  } else if (ramdisk.disk == NULL || size != ramdisk.size) {
    before = ramdisk.size;
    remove_disk();
    result = add(size);
    if (result != 0 && before != 0) (void)add(before);
  }
  mutex_unlock(&ramdisk.lock);
  return result;
}

static int disk_open(bool wants_to_write) {
  int result = 0;
  mutex_lock(&ramdisk.lock);
  if (ramdisk.disk == NULL) {
    result = -ENODEV;
  } else if (wants_to_write && ramdisk.is_read_only) {
    result = -EINVAL;
  } else if (!try_module_get(THIS_MODULE)) {
    result = -ENODEV;
  } else {
    ramdisk.openers++;
  }
  mutex_unlock(&ramdisk.lock);
  return result;
}

static void disk_release(void) {
  mutex_lock(&ramdisk.lock);
  ramdisk.openers--;
  mutex_unlock(&ramdisk.lock);
  module_put(THIS_MODULE);
}

static int submit(int sector) {
  if (sector >= ramdisk.size) return -EIO;
  if (ramdisk.requests == MOST_REQUESTS) return -EAGAIN;
  ramdisk.requests++;
  return 0;
}

/* Serves what waits. Who changes the disk has the lock; then it is served later. */
static void serve_work(void) {
  int served = 0;
  if (!mutex_trylock(&ramdisk.lock)) return;
  while (ramdisk.requests > 0 && served < 2) {
    ramdisk.requests--;
    served++;
  }
  mutex_unlock(&ramdisk.lock);
}

static int set_read_only(bool read_only) {
  int result = 0;
  if (mutex_lock_interruptible(&ramdisk.lock) != 0) return -ERESTARTSYS;
  if (ramdisk.openers > 0)
    result = -EBUSY;
  else
    ramdisk.is_read_only = read_only;
  mutex_unlock(&ramdisk.lock);
  return result;
}

static int read_partitions(void) {
  int found = 0;
  int result;
  if (ramdisk.openers == 0) return -EINVAL;
  for (int sector = 0; sector < SIZES; sector++) {
    result = submit(sector);
    if (result == -EIO) break;
    if (result == -EAGAIN) {
      serve_work();
      continue;
    }
    found++;
  }
  return found;
}

static int ramdisk_init(void) {
  int result;
  ramdisk.queue = blk_init_queue(&ramdisk.queue_lock);
  if (ramdisk.queue == NULL) return -ENOMEM;
  result = add(1);
  if (result != 0) {
    blk_cleanup_queue(ramdisk.queue);
    ramdisk.queue = NULL;
  }
  return result;
}

static void ramdisk_exit(void) {
  remove_disk();
  blk_cleanup_queue(ramdisk.queue);
  ramdisk.queue = NULL;
}

int main(void) {
  if (ramdisk_init() != 0) return 0;
  while (__VERIFIER_nondet_bool()) {
    switch (clew_choose(7)) {
      case 0:
        if (ramdisk.openers < 3) (void)disk_open(clew_choose(2) == 1);
        break;
      case 1:
        if (ramdisk.openers > 0) disk_release();
        break;
      case 2: (void)resize(clew_choose(SIZES) + 1); break;
      case 3:
        if (ramdisk.openers > 0) (void)submit(clew_choose(SIZES));
        break;
      case 4: serve_work(); break;
      case 5: (void)set_read_only(clew_choose(2) == 1); break;
      case 6: (void)read_partitions(); break;
    }
  }
  while (ramdisk.openers > 0) disk_release();
  ramdisk_exit();
  return 0;
}
