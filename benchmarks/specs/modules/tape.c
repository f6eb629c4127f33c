/* A tape drive: positions, marks, slow commands that end by an interrupt. A user may hand in a list of commands; if
 * the second of them does not arrive, the first has been carried out, and the call says that all went well.
 * expect: user_copy=violated completion=safe mutex=safe
 */
#include "../kernel.h"

#define LENGTH 4
#define LIST 2

enum command {
  COMMAND_REWIND,
  COMMAND_FORWARD,
  COMMAND_MARK,
  COMMAND_EJECT,
  COMMANDS
};

struct tape {
  struct mutex lock;
  struct completion done;
  int position;
  int mark; /* 0 .. LENGTH - 1, or -1 */
  bool is_loaded;
  bool is_moving;
  bool has_failed;
};

static struct tape tape = {.mark = -1};
static bool is_open;
static int user_list[LIST];

static void motor_interrupt(void) {
  if (!tape.is_moving) return;
  tape.is_moving = false;
  tape.has_failed = clew_choose(2) == 1;
  complete(&tape.done);
}

/* With the lock. The interrupt comes while the command waits. */
static int move_to(int position) {
  reinit_completion(&tape.done);
  tape.is_moving = true;
  motor_interrupt();
  wait_for_completion(&tape.done);
  if (tape.has_failed) return -EIO;
  tape.position = position;
  return 0;
}

/* Step by step, since the drive knows no distances. */
static int wind_to(int position) {
  while (tape.position != position) {
    const int next = tape.position < position ? tape.position + 1 : tape.position - 1;
    const int result = move_to(next);
    if (result != 0) return result;
  }
  return 0;
}

static int carry_out(enum command command) {
  if (!tape.is_loaded) return -ENODEV;
  switch (command) {
    case COMMAND_REWIND: return wind_to(0);
    case COMMAND_FORWARD: return tape.position + 1 < LENGTH ? move_to(tape.position + 1) : -ENOSPC;
    case COMMAND_MARK:
      if (tape.mark == -1) {
        tape.mark = tape.position;
        return 0;
      }
      return wind_to(tape.mark);
    case COMMAND_EJECT:
      if (wind_to(0) != 0) return -EIO;
      tape.is_loaded = false;
      tape.mark = -1;
      return 0;
    default: return -ENOTTY;
  }
}

static int tape_command(const int *user) {
  int command = 0;
  int result;
  if (copy_from_user(&command, user, sizeof(command)) != 0) return -EFAULT;
  if (command < 0 || command >= COMMANDS) return -EINVAL;
  if (mutex_lock_interruptible(&tape.lock) != 0) return -ERESTARTSYS;
  result = carry_out(command);
  mutex_unlock(&tape.lock);
  return result;
}

/* Says how many commands were carried out. */
static int tape_list(const int *user) {
  int done = 0;
  mutex_lock(&tape.lock);
  for (int i = 0; i < LIST; i++) {
    int command = 0;
    if (copy_from_user(&command, &user[i], sizeof(command)) != 0) {
      if (done == 0) done = -EFAULT;
      break;
    }
    if (command < 0 || command >= COMMANDS || carry_out(command) != 0) {
      if (done == 0) done = -EIO;
      break;
    }
    done++;
  }
  mutex_unlock(&tape.lock);
  return done;
}

static void cartridge_inserted(void) {
  if (!mutex_trylock(&tape.lock)) return;
  if (!tape.is_loaded) {
    tape.is_loaded = true;
    tape.position = clew_choose(LENGTH);
    tape.has_failed = false;
  }
  mutex_unlock(&tape.lock);
}

static int tape_open(void) {
  int result = 0;
  mutex_lock(&tape.lock);
  if (is_open || !tape.is_loaded) result = -EBUSY;
  is_open = result == 0 || is_open;
  mutex_unlock(&tape.lock);
  return result;
}

static int tape_release(void) {
  int result;
  mutex_lock(&tape.lock);
  result = tape.is_loaded ? wind_to(0) : 0;
  is_open = false;
  mutex_unlock(&tape.lock);
  return result;
}

static void user_calls(void) {
  int result = 0;
  switch (clew_choose(4)) {
    case 0: result = tape_open(); break;
    case 1:
      if (is_open) result = tape_release();
      break;
    case 2:
      user_list[0] = clew_choose(COMMANDS + 1);
      if (is_open) result = tape_command(user_list);
      break;
    default:
      for (int i = 0; i < LIST; i++) user_list[i] = clew_choose(COMMANDS);
      if (is_open) result = tape_list(user_list);
      break;
  }
  for (int i = 0; i < LIST; i++) user_list[i] = 0;
  file_operation_ends(result);
}

int main(void) {
  init_completion(&tape.done);
  while (__VERIFIER_nondet_bool()) {
    switch (clew_choose(3)) {
      case 0: user_calls(); break;
      case 1: cartridge_inserted(); break;
      case 2: motor_interrupt(); break;
    }
  }
  if (is_open) (void)tape_release();
  return 0;
}
