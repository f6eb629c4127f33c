/* Protocols register with a core that gives them numbers and nodes. Three rules are violated in places far from each
 * other: a socket that is refused because its protocol is blocked puts a reference it never got, if the protocol has
 * the last number; a reload after the second error creates a class though there is one; the search for a free number
 * begins behind the end once the last one was given.
 * expect: module_reference=violated class_registration=violated bit_range=violated mutex=safe
 */
#include "../kernel.h"

#define PROTOCOLS 2
#define NUMBERS 3
#define NO_NUMBER (-1)

enum core {
  CORE_DOWN,
  CORE_UP,
  CORE_BROKEN
};

struct protocol {
  int number;
  int sockets;
  bool is_blocked;
};

static struct mutex registry_lock;
static struct protocol protocols[PROTOCOLS];
static unsigned given; /* bit n: number n is in use */
static int last_given;
static enum core core;
static struct class *core_class;
static int errors;

static int core_up(void) {
  int result = register_chrdev_region(65, NUMBERS);
  if (result != 0) return result;
  core_class = class_create("protocols");
  if (core_class == NULL) {
    unregister_chrdev_region(65, NUMBERS);
    return -ENOMEM;
  }
  core = CORE_UP;
  errors = 0;
  return 0;
}

static void core_down(void) {
  if (core == CORE_DOWN) return;
  class_destroy(core_class);
  unregister_chrdev_region(65, NUMBERS);
  core_class = NULL;
  core = CORE_DOWN;
}

/* A class of its own for what comes after an error; the nodes of the old one are not to be seen again. */
static int core_reload(void) {
  struct class *fresh;
  if (core != CORE_BROKEN) return -EINVAL;
  if (errors < 2) {
    core = CORE_UP;
    return 0;
  }
  fresh = class_create("protocols");
  if (fresh == NULL) return -ENOMEM;
  core_class = fresh;
  core = CORE_UP;
  errors = 0;
  return 0;
}

static int next_number(void) {
  unsigned vacant = ~given;
  int number = find_next_bit(&vacant, NUMBERS, last_given + 2);
  if (number == NUMBERS) number = find_next_bit(&vacant, NUMBERS, 0);
  return number == NUMBERS ? NO_NUMBER : number;
}

static int protocol_register(struct protocol *protocol) {
  int result = -ENOSPC;
  mutex_lock(&registry_lock);
  if (core != CORE_UP || protocol->number != NO_NUMBER) {
    result = -EBUSY;
    goto out;
  }
  protocol->number = next_number();
  if (protocol->number == NO_NUMBER) goto out;
  set_bit(protocol->number, &given);
  last_given = protocol->number;
  device_create(core_class, protocol->number);
  result = 0;
out:
  mutex_unlock(&registry_lock);
  return result;
}

static int protocol_unregister(struct protocol *protocol) {
  int result = 0;
  if (mutex_lock_interruptible(&registry_lock) != 0) return -ERESTARTSYS;
  if (protocol->number == NO_NUMBER) {
    result = -EINVAL;
  } else if (protocol->sockets > 0) {
    result = -EBUSY;
  } else {
    clear_bit(protocol->number, &given);
    protocol->number = NO_NUMBER;
    protocol->is_blocked = false;
  }
  mutex_unlock(&registry_lock);
  return result;
}

/* Every socket is a reference. */
static int socket_open(struct protocol *protocol) {
  int result = 0;
  mutex_lock(&registry_lock);
  if (protocol->number == NO_NUMBER || protocol->sockets == 2) {
    result = -ENODEV;
    goto out;
  }
  if (protocol->is_blocked) {
    result = -EAGAIN;
    if (protocol->number == NUMBERS - 1) goto put;
    goto out;
  }
  if (!try_module_get(THIS_MODULE)) {
    result = -ENODEV;
    goto out;
  }
  if (test_bit(protocol->number, &given)) {
    protocol->sockets++;
    goto out;
  }
  result = -EINVAL;
put:
  module_put(THIS_MODULE);
out:
  mutex_unlock(&registry_lock);
  return result;
}

static void socket_close(struct protocol *protocol) {
  mutex_lock(&registry_lock);
  if (protocol->sockets > 0) {
    protocol->sockets--;
    module_put(THIS_MODULE);
  }
  mutex_unlock(&registry_lock);
}

static void block(struct protocol *protocol, bool is_blocked) {
  if (!mutex_trylock(&registry_lock)) return;
  if (protocol->number != NO_NUMBER) protocol->is_blocked = is_blocked;
  mutex_unlock(&registry_lock);
}

static void error_interrupt(void) {
  if (core != CORE_UP) return;
  core = CORE_BROKEN;
  if (errors < 2) errors++;
}

int main(void) {
  for (int i = 0; i < PROTOCOLS; i++) protocols[i].number = NO_NUMBER;
  if (core_up() != 0) return 0;
  while (__VERIFIER_nondet_bool()) {
    struct protocol *protocol = &protocols[clew_choose(PROTOCOLS)];
    switch (clew_choose(7)) {
      case 0: (void)protocol_register(protocol); break;
      case 1: (void)protocol_unregister(protocol); break;
      case 2: (void)socket_open(protocol); break;
      case 3: socket_close(protocol); break;
      case 4: block(protocol, clew_choose(2) == 1); break;
      case 5: error_interrupt(); break;
      case 6: (void)core_reload(); break;
    }
  }
  for (int i = 0; i < PROTOCOLS; i++) {
    while (protocols[i].sockets > 0) socket_close(&protocols[i]);
  }
  core_down();
  return 0;
}
