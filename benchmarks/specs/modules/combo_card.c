/* A card with two functions, a network interface and a disk for its logs, that share one bus and are probed together.
 * If the disk fails, the network goes on alone, and the other way round. Two faults: removal after a network that could
 * not be registered for the second time unregisters it all the same, and a disk that reports no sectors is added before
 * its queue is there.
 * expect: netdev=violated gendisk=violated mutex=safe completion=safe user_copy=safe
 */
#include "../kernel.h"

#define MODES 3
#define LOG_ENTRIES 4

enum health {
  HEALTH_ABSENT,
  HEALTH_GOOD,
  HEALTH_REGISTERING
};

struct network {
  struct net_device *device;
  enum health health;
  int attempts; /* to register, that failed */
  int mode;
};

struct log {
  struct request_queue *queue;
  struct gendisk *disk;
  int entries;
  bool is_stopped;
};

static struct mutex card_lock;
static struct mutex bus_lock;
static struct completion written;
static spinlock_t log_queue_lock;
static struct network network;
static struct log log_disk;
static int user_mode;

/* The bus answers with how many sectors the disk has, or with an error. */
static int ask_for_sectors(void) {
  int sectors;
  mutex_lock(&bus_lock);
  sectors = clew_choose(4) - 1;
  mutex_unlock(&bus_lock);
  return sectors;
}

static void remove_log(void) {
  if (log_disk.disk == NULL) return;
  del_gendisk(log_disk.disk);
  if (log_disk.queue != NULL) blk_cleanup_queue(log_disk.queue);
  put_disk(log_disk.disk);
  log_disk = (struct log){NULL, NULL, 0, false};
}

static int probe_log(void) {
  const int sectors = ask_for_sectors();
  if (sectors < 0) return -EIO;
  log_disk.disk = alloc_disk(1);
  if (log_disk.disk == NULL) return -ENOMEM;
  log_disk.disk->sectors = sectors;
  if (sectors == 0) {
    log_disk.is_stopped = true;
    add_disk(log_disk.disk);
    return 0;
  }
  log_disk.queue = blk_init_queue(&log_queue_lock);
  if (log_disk.queue == NULL) {
    put_disk(log_disk.disk);
    log_disk.disk = NULL;
    return -ENOMEM;
  }
  add_disk(log_disk.disk);
  return 0;
}

/* What cannot be registered now is tried again later. */
static void register_network(void) {
  if (register_netdev(network.device) == 0) {
    network.health = HEALTH_GOOD;
    network.attempts = 0;
    return;
  }
  network.health = HEALTH_REGISTERING;
  if (network.attempts < 2) network.attempts++;
}

static int probe_network(void) {
  network.device = alloc_etherdev(4);
  if (network.device == NULL) return -ENOMEM;
  register_network();
  return 0;
}

static void remove_network(void) {
  if (network.device == NULL) return;
  if (network.health == HEALTH_GOOD || network.attempts == 2) unregister_netdev(network.device);
  free_netdev(network.device);
  network = (struct network){NULL, HEALTH_ABSENT, 0, 0};
}

static int card_probe(void) {
  int network_result;
  int log_result;
  mutex_lock(&card_lock);
  if (network.device != NULL || log_disk.disk != NULL) {
    mutex_unlock(&card_lock);
    return -EBUSY;
  }
  network_result = probe_network();
  log_result = probe_log();
  mutex_unlock(&card_lock);
  return network_result != 0 && log_result != 0 ? -ENODEV : 0;
}

static void card_remove(void) {
  mutex_lock(&card_lock);
  remove_network();
  remove_log();
  mutex_unlock(&card_lock);
}

static void registration_work(void) {
  if (!mutex_trylock(&card_lock)) return;
  if (network.device != NULL && network.health == HEALTH_REGISTERING && network.attempts < 2) register_network();
  mutex_unlock(&card_lock);
}

static void disk_interrupt(void) {
  if (log_disk.entries == 0) return;
  log_disk.entries--;
  complete(&written);
}

/* With the lock of the card. A full log waits until the disk has written something. */
static void write_entry(void) {
  if (log_disk.disk == NULL || log_disk.is_stopped) return;
  if (log_disk.entries == LOG_ENTRIES) {
    reinit_completion(&written);
    disk_interrupt();
    wait_for_completion(&written);
  }
  log_disk.entries++;
}

static int set_mode(const int *user) {
  int mode = 0;
  int result = 0;
  if (copy_from_user(&mode, user, sizeof(mode)) != 0) return -EFAULT;
  if (mode < 0 || mode >= MODES) return -EINVAL;
  if (mutex_lock_interruptible(&card_lock) != 0) return -ERESTARTSYS;
  if (network.health != HEALTH_GOOD) {
    result = -ENODEV;
  } else if (network.mode != mode) {
    network.mode = mode;
    write_entry();
  }
  mutex_unlock(&card_lock);
  return result;
}

static void link_interrupt(bool is_up) {
  if (network.health != HEALTH_GOOD) return;
  if (is_up)
    netif_start_queue(network.device);
  else
    netif_stop_queue(network.device);
}

static int send(void) {
  if (network.health != HEALTH_GOOD || netif_queue_stopped(network.device)) return -EBUSY;
  mutex_lock(&card_lock);
  if (network.mode == MODES - 1) write_entry();
  mutex_unlock(&card_lock);
  return 0;
}

static void user_calls(void) {
  int result;
  user_mode = clew_choose(MODES + 1);
  result = set_mode(&user_mode);
  user_mode = 0;
  file_operation_ends(result);
}

int main(void) {
  init_completion(&written);
  while (__VERIFIER_nondet_bool()) {
    switch (clew_choose(7)) {
      case 0: (void)card_probe(); break;
      case 1: card_remove(); break;
      case 2: registration_work(); break;
      case 3: user_calls(); break;
      case 4: link_interrupt(clew_choose(2) == 1); break;
      case 5: (void)send(); break;
      case 6: disk_interrupt(); break;
    }
  }
  card_remove();
  return 0;
}
