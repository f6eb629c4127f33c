/* A switch in software: ports join and leave, addresses are learnt and forgotten, frames are forwarded, and the switch
 * itself is a network device. Forwarding reads the table of addresses under a read-write lock and the description of
 * the switch under RCU; learning writes, after it gave the lock for reading back. The device exists exactly while the
 * switch has ports, which the number of ports decides.
 * expect: netdev=safe rwlock=safe rcu=safe spinlock=safe mutex=safe atomic_allocation=safe
 */
#include "../kernel.h"

#define PORTS 3
#define ADDRESSES 2
#define NO_PORT (-1)
#define OLDEST 2
#define MOST_FLOODS 3

enum forwarding {
  FORWARD_NORMAL,
  FORWARD_FLOOD,
  FORWARD_NOTHING
};

struct port {
  bool is_joined;
  bool is_blocked; /* by the search for loops */
};

struct entry {
  int port;
  int age;
};

struct description {
  enum forwarding forwarding;
  int root; /* the port towards the root of the tree, or NO_PORT */
};

static struct mutex control_lock;
static rwlock_t table_lock;
static spinlock_t count_lock;
static struct net_device *net;
static struct port ports[PORTS];
static int joined;
static struct entry table[ADDRESSES];
static struct description *current_description;
static int floods;

/* Descriptions. */

static struct description *new_description(enum forwarding forwarding, int root) {
  struct description *made = kmalloc(sizeof(struct description), GFP_KERNEL);
  if (made != NULL) *made = (struct description){forwarding, root};
  return made;
}

/* With the lock of the control side. */
static void publish(struct description *fresh) {
  struct description *old = current_description;
  current_description = fresh;
  synchronize_rcu();
  kfree(old);
}

static enum forwarding forwarding_now(void) {
  const struct description *description;
  enum forwarding result;
  rcu_read_lock();
  description = rcu_dereference(current_description);
  result = description != NULL ? description->forwarding : FORWARD_NOTHING;
  rcu_read_unlock();
  return result;
}

static int root_port(void) {
  const struct description *description;
  int result = NO_PORT;
  rcu_read_lock();
  description = rcu_dereference(current_description);
  if (description != NULL) result = description->root;
  rcu_read_unlock();
  return result;
}

/* The table of addresses. */

static void forget_port(int port) {
  write_lock(&table_lock);
  for (int i = 0; i < ADDRESSES; i++) {
    if (table[i].port == port) table[i] = (struct entry){NO_PORT, 0};
  }
  write_unlock(&table_lock);
}

static void learn(int address, int port) {
  bool is_known;
  read_lock(&table_lock);
  is_known = table[address].port == port && table[address].age == 0;
  read_unlock(&table_lock);
  if (is_known) return;
  write_lock(&table_lock);
  table[address] = (struct entry){port, 0};
  write_unlock(&table_lock);
}

static int port_of(int address) {
  int port;
  read_lock(&table_lock);
  port = table[address].port;
  read_unlock(&table_lock);
  return port;
}

static void aging_work(void) {
  bool is_any_old = false;
  write_lock(&table_lock);
  for (int i = 0; i < ADDRESSES; i++) {
    if (table[i].port == NO_PORT) continue;
    if (table[i].age < OLDEST) table[i].age++;
    is_any_old = is_any_old || table[i].age == OLDEST;
  }
  write_unlock(&table_lock);
  if (!is_any_old) return;
  for (int i = 0; i < ADDRESSES; i++) {
    read_lock(&table_lock);
    is_any_old = table[i].age == OLDEST;
    read_unlock(&table_lock);
    if (!is_any_old) continue;
    write_lock(&table_lock);
    table[i] = (struct entry){NO_PORT, 0};
    write_unlock(&table_lock);
  }
}

/* Ports. */

static int create_device(void) {
  int result;
  net = alloc_etherdev(0);
  if (net == NULL) return -ENOMEM;
  result = register_netdev(net);
  if (result != 0) {
    free_netdev(net);
    net = NULL;
    return result;
  }
  netif_start_queue(net);
  return 0;
}

static void destroy_device(void) {
  netif_stop_queue(net);
  unregister_netdev(net);
  free_netdev(net);
  net = NULL;
}

/* The first port brings the device with it; what cannot be described is not joined. */
static int join(int port) {
  struct description *fresh;
  int result = 0;
  mutex_lock(&control_lock);
  if (ports[port].is_joined) {
    result = -EBUSY;
    goto out;
  }
  fresh = new_description(FORWARD_NORMAL, root_port());
  if (fresh == NULL) {
    result = -ENOMEM;
    goto out;
  }
  if (joined == 0) result = create_device();
  if (result != 0) {
    kfree(fresh);
    goto out;
  }
  publish(fresh);
  ports[port] = (struct port){true, false};
  joined++;
out:
  mutex_unlock(&control_lock);
  return result;
}

/* The lock of the control side is held. */
static void leave_locked(int port) {
  ports[port] = (struct port){false, false};
  joined--;
  forget_port(port);
  if (root_port() == port && current_description != NULL) current_description->root = NO_PORT;
  if (joined > 0) return;
  publish(NULL);
  destroy_device();
}

static int leave(int port) {
  int result = -EINVAL;
  if (mutex_lock_interruptible(&control_lock) != 0) return -ERESTARTSYS;
  if (ports[port].is_joined) {
    leave_locked(port);
    result = 0;
  }
  mutex_unlock(&control_lock);
  return result;
}

/* The search for loops found a way to the root: all ports but that one are blocked, if they lead there as well. */
static void root_found(int port) {
  struct description *fresh;
  if (!mutex_trylock(&control_lock)) return;
  if (joined > 0 && ports[port].is_joined && !ports[port].is_blocked) {
    fresh = new_description(joined > 2 ? FORWARD_FLOOD : FORWARD_NORMAL, port);
    if (fresh != NULL) publish(fresh);
    for (int i = 0; fresh != NULL && i < PORTS; i++) ports[i].is_blocked = i != port && i == PORTS - 1;
  }
  mutex_unlock(&control_lock);
}

/* Frames. */

static void count_flood(void) {
  unsigned long flags = 0;
  spin_lock_irqsave(&count_lock, flags);
  if (floods < MOST_FLOODS) floods++;
  spin_unlock_irqrestore(&count_lock, flags);
}

static int flood(int source) {
  int sent = 0;
  for (int i = 0; i < PORTS; i++) {
    if (i != source && ports[i].is_joined && !ports[i].is_blocked) sent++;
  }
  count_flood();
  return sent;
}

static int frame_arrives(int port, int from, int to) {
  int target;
  if (!ports[port].is_joined || ports[port].is_blocked) return 0;
  switch (forwarding_now()) {
    case FORWARD_NOTHING: return 0;
    case FORWARD_FLOOD: return flood(port);
    case FORWARD_NORMAL: break;
  }
  learn(from, port);
  target = port_of(to);
  if (target == port) return 0;
  return target == NO_PORT ? flood(port) : 1;
}

/* Too many floods: the switch stops for a while, and begins again when the timer comes the next time. */
static void storm_timer(void) {
  bool is_storm;
  spin_lock(&count_lock);
  is_storm = floods == MOST_FLOODS;
  floods = 0;
  spin_unlock(&count_lock);
  if (net == NULL) return;
  if (is_storm)
    netif_stop_queue(net);
  else
    netif_start_queue(net);
}

int main(void) {
  for (int i = 0; i < ADDRESSES; i++) table[i].port = NO_PORT;
  while (__VERIFIER_nondet_bool()) {
    const int port = clew_choose(PORTS);
    switch (clew_choose(6)) {
      case 0: (void)join(port); break;
      case 1: (void)leave(port); break;
      case 2: root_found(port); break;
      case 3: (void)frame_arrives(port, clew_choose(ADDRESSES), clew_choose(ADDRESSES)); break;
      case 4: aging_work(); break;
      case 5: storm_timer(); break;
    }
  }
  mutex_lock(&control_lock);
  for (int i = 0; i < PORTS; i++) {
    if (ports[i].is_joined) leave_locked(i);
  }
  mutex_unlock(&control_lock);
  return 0;
}
