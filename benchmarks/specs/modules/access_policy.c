/* Rules of access that are read at every system call and replaced as a whole: readers use RCU, whoever replaces them
 * waits for the readers of the old ones. A check that meets a rule marked for removal replaces the rules on the spot,
 * while it is a reader itself.
 * expect: rcu=violated mutex=safe atomic_allocation=safe user_copy=safe
 */
#include "../kernel.h"

#define SUBJECTS 3

enum answer {
  ANSWER_DENY,
  ANSWER_ALLOW,
  ANSWER_ASK
};

struct policy {
  enum answer answers[SUBJECTS];
  bool is_condemned;
};

static struct policy *active;
static struct mutex policy_lock;
static int denials; /* 0 .. 3 */
static bool is_strict;
static int user_words[2];

static struct policy *new_policy(enum answer answer) {
  struct policy *made = kmalloc(sizeof(struct policy), GFP_KERNEL);
  if (made == NULL) return NULL;
  for (int i = 0; i < SUBJECTS; i++) made->answers[i] = answer;
  made->is_condemned = false;
  return made;
}

/* With the lock. Readers see the old rules or the new ones. */
static void replace(struct policy *fresh) {
  struct policy *old = active;
  active = fresh;
  synchronize_rcu();
  kfree(old);
}

static int reload(enum answer answer) {
  struct policy *fresh;
  mutex_lock(&policy_lock);
  fresh = new_policy(answer);
  if (fresh == NULL) {
    mutex_unlock(&policy_lock);
    return -ENOMEM;
  }
  replace(fresh);
  mutex_unlock(&policy_lock);
  return 0;
}

static int change(const int *words) {
  int wanted[2] = {0, 0};
  struct policy *fresh;
  if (copy_from_user(wanted, words, sizeof(wanted)) != 0) return -EFAULT;
  if (wanted[0] < 0 || wanted[0] >= SUBJECTS) return -EINVAL;
  fresh = kmalloc(sizeof(struct policy), GFP_KERNEL);
  if (fresh == NULL) return -ENOMEM;
  mutex_lock(&policy_lock);
  *fresh = *active;
  fresh->answers[wanted[0]] = wanted[1] == 0 ? ANSWER_DENY : ANSWER_ALLOW;
  replace(fresh);
  mutex_unlock(&policy_lock);
  return 0;
}

static enum answer weaker(enum answer one, enum answer other) { return one < other ? one : other; }

static enum answer ask(void) { return clew_choose(2) == 1 ? ANSWER_ALLOW : ANSWER_DENY; }

static void count_denial(void) {
  if (denials < 3) denials++;
}

/* One question per subject and object: both are subjects of the rules. */
static bool is_allowed(int subject, int object) {
  const struct policy *policy;
  enum answer answer;
  rcu_read_lock();
  policy = rcu_dereference(active);
  if (policy->is_condemned && is_strict) {
    (void)reload(ANSWER_DENY);
    policy = rcu_dereference(active);
  }
  answer = policy->answers[subject];
  if (subject != object) answer = weaker(answer, policy->answers[object]);
  rcu_read_unlock();
  if (answer == ANSWER_ASK) answer = ask();
  if (answer == ANSWER_DENY) count_denial();
  return answer == ANSWER_ALLOW;
}

/* For a report: readers may nest. */
static int count_open(void) {
  int count = 0;
  rcu_read_lock();
  for (int i = 0; i < SUBJECTS; i++) {
    const struct policy *policy;
    rcu_read_lock();
    policy = rcu_dereference(active);
    if (policy->answers[i] != ANSWER_DENY) count++;
    rcu_read_unlock();
  }
  rcu_read_unlock();
  return count;
}

/* Marks only; the next change or reload takes the rules away. */
static void condemn(void) {
  mutex_lock(&policy_lock);
  active->is_condemned = true;
  mutex_unlock(&policy_lock);
}

static void set_strictness(bool strict) {
  mutex_lock(&policy_lock);
  is_strict = strict && denials == 3;
  mutex_unlock(&policy_lock);
}

static void audit_work(void) {
  if (!mutex_trylock(&policy_lock)) return;
  if (denials == 3 && count_open() == SUBJECTS) denials = 0;
  mutex_unlock(&policy_lock);
}

static int policy_init(void) {
  active = new_policy(ANSWER_ASK);
  return active != NULL ? 0 : -ENOMEM;
}

static void policy_exit(void) {
  struct policy *old = active;
  active = NULL;
  synchronize_rcu();
  kfree(old);
}

static void user_changes(void) {
  int result;
  user_words[0] = clew_choose(SUBJECTS + 1);
  user_words[1] = clew_choose(2);
  result = change(user_words);
  user_words[0] = 0;
  user_words[1] = 0;
  file_operation_ends(result);
}

int main(void) {
  if (policy_init() != 0) return 0;
  while (__VERIFIER_nondet_bool()) {
    switch (clew_choose(6)) {
      case 0: (void)is_allowed(clew_choose(SUBJECTS), clew_choose(SUBJECTS)); break;
      case 1: (void)reload(clew_choose(3)); break;
      case 2: user_changes(); break;
      case 3: condemn(); break;
      case 4: set_strictness(clew_choose(2) == 1); break;
      case 5: audit_work(); break;
    }
  }
  policy_exit();
  return 0;
}
