/* An engine that encrypts blocks in a queue of jobs. Its module has a class, a region of numbers, and a table of keys
 * that is allocated last; when that fails, the way back starts at the wrong label if the engine is the old revision,
 * which has no region to give back.
 * expect: class_registration=violated mutex=safe atomic_allocation=safe spinlock=safe
 */
#include "../kernel.h"

#define KEYS 3
#define JOBS 3

enum job_state {
  JOB_FREE,
  JOB_WAITING,
  JOB_RUNNING,
  JOB_DONE,
  JOB_FAILED
};

struct job {
  enum job_state state;
  int key;
};

struct engine {
  struct mutex key_lock;
  spinlock_t job_lock;
  struct class *class;
  bool *keys; /* which ones are loaded */
  struct job jobs[JOBS];
  int revision;
  bool is_halted;
};

static struct engine engine;

static int allocate_keys(void) {
  engine.keys = kzalloc(KEYS * sizeof(bool), GFP_KERNEL);
  return engine.keys != NULL ? 0 : -ENOMEM;
}

/* Revision 0 has one node that the system made already; later ones have nodes of their own. */
static int engine_init(void) {
  int result;
  engine.revision = clew_choose(2);
  engine.class = class_create("crypto");
  if (engine.class == NULL) return -ENOMEM;
  if (engine.revision > 0) {
    result = register_chrdev_region(63, engine.revision);
    if (result != 0) goto destroy_class;
    device_create(engine.class, 63);
  }
  result = allocate_keys();
  if (result != 0) goto give_back_region;
  return 0;
give_back_region:
  unregister_chrdev_region(63, engine.revision);
destroy_class:
  class_destroy(engine.class);
  engine.class = NULL;
  return result;
}

static void engine_exit(void) {
  kfree(engine.keys);
  if (engine.revision > 0) unregister_chrdev_region(63, engine.revision);
  class_destroy(engine.class);
}

static bool is_key_in_use(int key) {
  for (int i = 0; i < JOBS; i++) {
    const enum job_state state = engine.jobs[i].state;
    if (engine.jobs[i].key == key && (state == JOB_WAITING || state == JOB_RUNNING)) return true;
  }
  return false;
}

static int load_key(int key) {
  int result = 0;
  if (mutex_lock_interruptible(&engine.key_lock) != 0) return -ERESTARTSYS;
  if (engine.keys[key])
    result = -EBUSY;
  else
    engine.keys[key] = true;
  mutex_unlock(&engine.key_lock);
  return result;
}

/* Two locks: keys are looked up under one, jobs under the other. */
static int erase_key(int key) {
  unsigned long flags = 0;
  int result = 0;
  mutex_lock(&engine.key_lock);
  if (!engine.keys[key]) {
    mutex_unlock(&engine.key_lock);
    return -EINVAL;
  }
  spin_lock_irqsave(&engine.job_lock, flags);
  if (is_key_in_use(key))
    result = -EBUSY;
  else
    engine.keys[key] = false;
  spin_unlock_irqrestore(&engine.job_lock, flags);
  mutex_unlock(&engine.key_lock);
  return result;
}

static int job_in(enum job_state state) {
  for (int i = 0; i < JOBS; i++) {
    if (engine.jobs[i].state == state) return i;
  }
  return -1;
}

static int submit(int key) {
  unsigned long flags = 0;
  int job;
  bool is_loaded;
  mutex_lock(&engine.key_lock);
  is_loaded = engine.keys[key];
  if (is_loaded) {
    spin_lock_irqsave(&engine.job_lock, flags);
    job = job_in(JOB_FREE);
    if (job >= 0) engine.jobs[job] = (struct job){JOB_WAITING, key};
    spin_unlock_irqrestore(&engine.job_lock, flags);
  } else {
    job = -EINVAL;
  }
  mutex_unlock(&engine.key_lock);
  return job;
}

/* The engine has one job at a time. */
static void run_work(void) {
  int job;
  spin_lock(&engine.job_lock);
  job = job_in(JOB_WAITING);
  if (!engine.is_halted && job >= 0 && job_in(JOB_RUNNING) < 0) engine.jobs[job].state = JOB_RUNNING;
  spin_unlock(&engine.job_lock);
}

static int engine_interrupt(bool has_failed) {
  int job;
  spin_lock(&engine.job_lock);
  job = job_in(JOB_RUNNING);
  if (job >= 0) engine.jobs[job].state = has_failed ? JOB_FAILED : JOB_DONE;
  if (has_failed && job_in(JOB_WAITING) < 0) engine.is_halted = true;
  spin_unlock(&engine.job_lock);
  return job >= 0 ? IRQ_HANDLED : IRQ_NONE;
}

static int collect(void) {
  unsigned long flags = 0;
  int job;
  int result = 0;
  spin_lock_irqsave(&engine.job_lock, flags);
  job = job_in(JOB_FAILED);
  if (job >= 0) {
    result = -EIO;
    engine.is_halted = false;
  } else {
    job = job_in(JOB_DONE);
    if (job < 0) result = -EAGAIN;
  }
  if (job >= 0) engine.jobs[job] = (struct job){JOB_FREE, 0};
  spin_unlock_irqrestore(&engine.job_lock, flags);
  return result;
}

int main(void) {
  if (engine_init() != 0) return 0;
  while (__VERIFIER_nondet_bool()) {
    switch (clew_choose(6)) {
      case 0: (void)load_key(clew_choose(KEYS)); break;
      case 1: (void)erase_key(clew_choose(KEYS)); break;
      case 2: (void)submit(clew_choose(KEYS)); break;
      case 3: run_work(); break;
      case 4: (void)engine_interrupt(clew_choose(2) == 1); break;
      case 5: (void)collect(); break;
    }
  }
  engine_exit();
  return 0;
}
