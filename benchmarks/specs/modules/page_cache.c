/* Pages of a file system that are kept in memory. Three things are wrong, each for one rule: the walk that writes dirty
 * pages back leaves the lock for reading when it found its second page and goes on with the walk; the hint where to
 * begin is fetched before its read side is entered, if the cache is full; and the shrinker, which holds the lock of the
 * list, allocates a note as if it might sleep when it got that lock at the first try.
 * expect: rwlock=violated rcu=violated atomic_allocation=violated spinlock=safe mutex=safe
 */
#include "../kernel.h"

#define PAGES 4
#define BATCH 2

enum page {
  PAGE_ABSENT,
  PAGE_CLEAN,
  PAGE_DIRTY,
  PAGE_BROKEN
};

struct hint {
  int first; /* where the next walk begins */
};

static struct mutex hint_lock;
static rwlock_t tree_lock;
static spinlock_t list_lock;
static enum page pages[PAGES];
static int present;
static struct hint hints[2];
static struct hint *hint = &hints[0];
static bool is_mounted;

/* The disk takes it or it does not. */
static bool write_back(void) { return clew_choose(2) == 1; }

/* Two hints in turn: readers may still look at the other one. */
static void move_hint(int first) {
  struct hint *other;
  mutex_lock(&hint_lock);
  other = hint == &hints[0] ? &hints[1] : &hints[0];
  other->first = first;
  hint = other;
  synchronize_rcu();
  mutex_unlock(&hint_lock);
}

static int first_of_walk(void) {
  const struct hint *seen;
  int first;
  if (present == PAGES) {
    seen = rcu_dereference(hint);
    rcu_read_lock();
  } else {
    rcu_read_lock();
    seen = rcu_dereference(hint);
  }
  first = seen->first;
  rcu_read_unlock();
  return first;
}

/* Collects dirty pages as a reader and writes them as nobody. */
static int write_back_work(void) {
  int found[BATCH];
  int count = 0;
  int written = 0;
  const int first = first_of_walk();
  read_lock(&tree_lock);
  for (int i = 0; i < PAGES; i++) {
    const int page = (first + i) % PAGES;
    if (pages[page] != PAGE_DIRTY || count == BATCH) continue;
    found[count++] = page;
    if (count == BATCH) {
      read_unlock(&tree_lock);
      if (i == PAGES - 1) goto write;
    }
  }
  read_unlock(&tree_lock);
write:
  for (int i = 0; i < count; i++) {
    const bool done = write_back();
    write_lock(&tree_lock);
    if (pages[found[i]] == PAGE_DIRTY) pages[found[i]] = done ? PAGE_CLEAN : PAGE_BROKEN;
    write_unlock(&tree_lock);
    written += done;
  }
  if (count > 0) move_hint((found[count - 1] + 1) % PAGES);
  return written;
}

static int read_page(int page) {
  enum page state;
  read_lock(&tree_lock);
  state = pages[page];
  read_unlock(&tree_lock);
  if (state == PAGE_BROKEN) return -EIO;
  if (state != PAGE_ABSENT) return 0;
  write_lock(&tree_lock);
  if (pages[page] == PAGE_ABSENT) {
    pages[page] = PAGE_CLEAN;
    present++;
  }
  write_unlock(&tree_lock);
  return 0;
}

static int write_page(int page) {
  int result = read_page(page);
  if (result != 0) return result;
  write_lock(&tree_lock);
  if (pages[page] == PAGE_CLEAN) pages[page] = PAGE_DIRTY;
  write_unlock(&tree_lock);
  return 0;
}

/* With the lock of the list. */
static int drop_clean(int flags) {
  int *note = kmalloc(sizeof(int), flags);
  if (note == NULL) return -ENOMEM;
  *note = 0;
  write_lock(&tree_lock);
  for (int i = 0; i < PAGES; i++) {
    if (pages[i] != PAGE_CLEAN) continue;
    pages[i] = PAGE_ABSENT;
    present--;
    ++*note;
  }
  write_unlock(&tree_lock);
  flags = *note;
  kfree(note);
  return flags;
}

/* Memory is short. */
static int shrink(void) {
  int flags = GFP_KERNEL;
  int dropped;
  if (!spin_trylock(&list_lock)) {
    spin_lock(&list_lock);
    flags = GFP_ATOMIC;
  }
  dropped = drop_clean(flags);
  spin_unlock(&list_lock);
  return dropped;
}

static void mount(void) {
  if (is_mounted) return;
  is_mounted = true;
  move_hint(0);
}

/* What is dirty is lost if the disk does not want it. */
static void unmount(void) {
  if (!is_mounted) return;
  is_mounted = false;
  write_lock(&tree_lock);
  for (int i = 0; i < PAGES; i++) pages[i] = PAGE_ABSENT;
  present = 0;
  write_unlock(&tree_lock);
}

static void disk_error_interrupt(int page) {
  unsigned long flags = 0;
  spin_lock_irqsave(&list_lock, flags);
  if (pages[page] == PAGE_CLEAN) pages[page] = PAGE_BROKEN;
  spin_unlock_irqrestore(&list_lock, flags);
}

int main(void) {
  while (__VERIFIER_nondet_bool()) {
    const int page = clew_choose(PAGES);
    switch (clew_choose(7)) {
      case 0: mount(); break;
      case 1: unmount(); break;
      case 2:
        if (is_mounted) (void)read_page(page);
        break;
      case 3:
        if (is_mounted) (void)write_page(page);
        break;
      case 4:
        if (is_mounted) (void)write_back_work();
        break;
      case 5: (void)shrink(); break;
      case 6: disk_error_interrupt(page); break;
    }
  }
  unmount();
  return 0;
}
