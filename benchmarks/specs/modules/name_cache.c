/* A cache of names of files, with lookups by readers and a shrinker that writes. Readers nest, since a name may be
 * another name for a second one. What is found stale is removed at once, also when the reader of an outer name is still
 * there: then a writer waits for itself.
 * expect: rwlock=violated spinlock=safe atomic_allocation=safe
 */
#include "../kernel.h"

#define NAMES 4
#define NONE (-1)
#define DEEPEST 2

enum kind {
  KIND_FREE,
  KIND_FILE,
  KIND_LINK,
  KIND_STALE
};

struct name {
  enum kind kind;
  int target; /* of a link */
};

static rwlock_t cache_lock;
static spinlock_t statistics_lock;
static struct name names[NAMES];
static int used;
static int hits;   /* 0 .. 3 */
static int misses; /* likewise */

static void count(int *counter) {
  spin_lock(&statistics_lock);
  if (*counter < 3) ++*counter;
  spin_unlock(&statistics_lock);
}

static void drop(int name) {
  write_lock(&cache_lock);
  if (names[name].kind == KIND_STALE) {
    names[name] = (struct name){KIND_FREE, NONE};
    used--;
  }
  write_unlock(&cache_lock);
}

/* Follows links as long as they are not too deep. */
static int resolve(int name, int depth) {
  int result;
  enum kind kind;
  read_lock(&cache_lock);
  kind = names[name].kind;
  switch (kind) {
    case KIND_FILE: result = name; break;
    case KIND_LINK: result = depth < DEEPEST ? resolve(names[name].target, depth + 1) : -EINVAL; break;
    case KIND_STALE: result = -EAGAIN; break;
    default: result = -ENODEV; break;
  }
  read_unlock(&cache_lock);
  if (kind == KIND_STALE) drop(name);
  return result;
}

static int lookup(int name) {
  const int result = resolve(name, 0);
  count(result >= 0 ? &hits : &misses);
  return result;
}

static int add_file(int name) {
  int result = -EBUSY;
  write_lock(&cache_lock);
  if (names[name].kind == KIND_FREE) {
    names[name].kind = KIND_FILE;
    used++;
    result = 0;
  }
  write_unlock(&cache_lock);
  return result;
}

/* A link leads to a name before it, so that there are no circles. */
static int add_link(int name, int target) {
  int result = -EINVAL;
  if (target >= name) return result;
  write_lock(&cache_lock);
  if (names[name].kind == KIND_FREE && names[target].kind != KIND_FREE) {
    names[name] = (struct name){KIND_LINK, target};
    used++;
    result = 0;
  }
  write_unlock(&cache_lock);
  return result;
}

static void cut_links_to(int target) {
  for (int i = target + 1; i < NAMES; i++) {
    if (names[i].kind != KIND_LINK || names[i].target != target) continue;
    names[i].kind = KIND_FILE;
    names[i].target = NONE;
  }
}

static int remove_name(int name) {
  int result = -ENODEV;
  write_lock(&cache_lock);
  if (names[name].kind != KIND_FREE) {
    names[name] = (struct name){KIND_FREE, NONE};
    cut_links_to(name);
    used--;
    result = 0;
  }
  write_unlock(&cache_lock);
  return result;
}

/* The server says that a file changed. Links stay. */
static void invalidated(int name) {
  write_lock(&cache_lock);
  if (names[name].kind == KIND_FILE) names[name].kind = KIND_STALE;
  write_unlock(&cache_lock);
}

/* Memory is short: stale files go, with those that lead to them. Counting needs readers only. */
static int shrink(void) {
  int freed = 0;
  bool is_full;
  read_lock(&cache_lock);
  is_full = used == NAMES;
  read_unlock(&cache_lock);
  if (!is_full) return 0;
  write_lock(&cache_lock);
  for (int i = 0; i < NAMES; i++) {
    if (names[i].kind != KIND_STALE) continue;
    names[i] = (struct name){KIND_FREE, NONE};
    cut_links_to(i);
    used--;
    freed++;
  }
  write_unlock(&cache_lock);
  return freed;
}

static void reset_statistics(void) {
  unsigned long flags = 0;
  spin_lock_irqsave(&statistics_lock, flags);
  hits = 0;
  misses = 0;
  spin_unlock_irqrestore(&statistics_lock, flags);
}

int main(void) {
  for (int i = 0; i < NAMES; i++) names[i].target = NONE;
  while (__VERIFIER_nondet_bool()) {
    const int name = clew_choose(NAMES);
    switch (clew_choose(7)) {
      case 0: (void)lookup(name); break;
      case 1: (void)add_file(name); break;
      case 2: (void)add_link(name, clew_choose(NAMES)); break;
      case 3: (void)remove_name(name); break;
      case 4: invalidated(name); break;
      case 5: (void)shrink(); break;
      case 6: reset_statistics(); break;
    }
  }
  return 0;
}
