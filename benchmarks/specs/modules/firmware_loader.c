/* Loads firmware in pieces that a helper process delivers. Each load has its turn and a completion; the one of a load
 * from the cache is initialised only when the cache turns out to be empty, but a timeout completes it in any case.
 * expect: completion=violated class_registration=safe mutex=safe user_copy=safe
 */
#include "../kernel.h"

#define PIECES 9

enum load {
  LOAD_NONE,
  LOAD_DIRECT,
  LOAD_CACHED
};

struct loader {
  struct mutex lock;
  struct completion direct_done;
  struct completion cache_done;
  struct class *class;
  enum load load;
  int pieces; /* that arrived */
  int cached; /* pieces in the cache */
  bool is_cache_ready;
  bool is_aborted;
};

static struct loader loader;
static int user_piece;

static void finish(void) {
  loader.load = LOAD_NONE;
  loader.pieces = 0;
  loader.is_aborted = false;
}

static int load_direct(void) {
  int result = 0;
  mutex_lock(&loader.lock);
  if (loader.load != LOAD_NONE) {
    result = -EBUSY;
  } else {
    reinit_completion(&loader.direct_done);
    loader.load = LOAD_DIRECT;
  }
  mutex_unlock(&loader.lock);
  return result;
}

/* A full cache needs no helper. */
static int load_cached(void) {
  int result = 0;
  mutex_lock(&loader.lock);
  if (loader.load != LOAD_NONE) {
    result = -EBUSY;
  } else if (loader.cached == PIECES) {
    loader.load = LOAD_CACHED;
    loader.pieces = PIECES;
  } else {
    if (!loader.is_cache_ready) init_completion(&loader.cache_done);
    loader.is_cache_ready = true;
    loader.load = LOAD_CACHED;
    loader.pieces = loader.cached;
  }
  mutex_unlock(&loader.lock);
  return result;
}

static void signal_end(void) {
  if (loader.load == LOAD_DIRECT) complete(&loader.direct_done);
  if (loader.load == LOAD_CACHED && loader.is_cache_ready) complete(&loader.cache_done);
}

static int deliver(const int *user) {
  int piece = 0;
  int result = 0;
  if (copy_from_user(&piece, user, sizeof(piece)) != 0) return -EFAULT;
  mutex_lock(&loader.lock);
  if (loader.load == LOAD_NONE || loader.is_aborted) {
    result = -ENODEV;
  } else if (piece != loader.pieces || loader.pieces == PIECES) {
    result = -EINVAL;
  } else {
    loader.pieces++;
    if (loader.load == LOAD_CACHED) loader.cached = loader.pieces;
    if (loader.pieces == PIECES) signal_end();
  }
  mutex_unlock(&loader.lock);
  return result;
}

static int collect(void) {
  int result = 0;
  mutex_lock(&loader.lock);
  if (loader.load == LOAD_NONE) {
    result = -ENODEV;
  } else if (loader.is_aborted) {
    result = -EIO;
    finish();
  } else if (loader.pieces < PIECES) {
    result = -EAGAIN;
  } else {
    if (loader.load == LOAD_DIRECT) wait_for_completion(&loader.direct_done);
    if (loader.load == LOAD_DIRECT) loader.cached = PIECES;
    finish();
  }
  mutex_unlock(&loader.lock);
  return result;
}

/* The helper is too slow, or there is none. */
static void timeout_work(void) {
  if (!mutex_trylock(&loader.lock)) return;
  if (loader.load == LOAD_DIRECT && loader.pieces < PIECES) {
    loader.is_aborted = true;
    complete(&loader.direct_done);
  }
  if (loader.load == LOAD_CACHED) {
    loader.is_aborted = loader.pieces < PIECES;
    complete(&loader.cache_done);
  }
  mutex_unlock(&loader.lock);
}

/* Memory is short. */
static void drop_cache(void) {
  mutex_lock(&loader.lock);
  if (loader.load != LOAD_CACHED) loader.cached = 0;
  mutex_unlock(&loader.lock);
}

static int loader_init(void) {
  init_completion(&loader.direct_done);
  loader.class = class_create("firmware");
  if (loader.class == NULL) return -ENOMEM;
  if (register_chrdev_region(62, 1) != 0) {
    class_destroy(loader.class);
    return -EBUSY;
  }
  device_create(loader.class, 62);
  return 0;
}

static void loader_exit(void) {
  unregister_chrdev_region(62, 1);
  class_destroy(loader.class);
}

static void helper_delivers(void) {
  int result;
  user_piece = clew_choose(PIECES);
  result = deliver(&user_piece);
  user_piece = 0;
  file_operation_ends(result);
}

int main(void) {
  if (loader_init() != 0) return 0;
  while (__VERIFIER_nondet_bool()) {
    switch (clew_choose(6)) {
      case 0: (void)load_direct(); break;
      case 1: (void)load_cached(); break;
      case 2: helper_delivers(); break;
      case 3: (void)collect(); break;
      case 4: timeout_work(); break;
      case 5: drop_cache(); break;
    }
  }
  loader_exit();
  return 0;
}
