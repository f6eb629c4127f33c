/* A buzzer on a timer line: melodies are written note by note and played by a work item, one note per run.
 * The lock is dropped around each note, so that a melody can be stopped in the middle.
 * expect: mutex=safe class_registration=safe user_copy=safe
 */
#include "../kernel.h"

#define NOTES 3
#define PITCHES 3

enum command {
  COMMAND_START,
  COMMAND_STOP,
  COMMAND_CLEAR,
  COMMANDS
};

struct buzzer {
  struct mutex lock;
  struct class *class;
  int notes[NOTES];
  int count;    /* notes of the melody */
  int position; /* the next one to play */
  bool is_open;
  bool is_playing;
  int pitch; /* what the line does now, 0 is silence */
};

static struct buzzer buzzer;
static int user_pitch; /* what a user writes */

static void drive_line(int pitch) { buzzer.pitch = pitch; }

static void silence(void) {
  if (buzzer.pitch != 0) drive_line(0);
}

static int buzzer_open(void) {
  if (mutex_lock_interruptible(&buzzer.lock) != 0) return -ERESTARTSYS;
  if (buzzer.is_open) {
    mutex_unlock(&buzzer.lock);
    return -EBUSY;
  }
  buzzer.is_open = true;
  mutex_unlock(&buzzer.lock);
  return 0;
}

static int buzzer_release(void) {
  mutex_lock(&buzzer.lock);
  buzzer.is_open = false;
  buzzer.is_playing = false;
  buzzer.position = 0;
  silence();
  mutex_unlock(&buzzer.lock);
  return 0;
}

/* One note per call. */
static int buzzer_write(const int *pitch) {
  int note = 0;
  int result = 1;
  if (copy_from_user(&note, pitch, sizeof(note)) != 0) return -EFAULT;
  if (note < 0 || note > PITCHES) return -EINVAL;
  mutex_lock(&buzzer.lock);
  if (buzzer.is_playing) {
    result = -EBUSY;
  } else if (buzzer.count == NOTES) {
    result = -ENOSPC;
  } else {
    buzzer.notes[buzzer.count++] = note;
  }
  mutex_unlock(&buzzer.lock);
  return result;
}

static int start_melody(void) {
  if (buzzer.count == 0) return -EINVAL;
  if (buzzer.is_playing) return -EBUSY;
  buzzer.is_playing = true;
  buzzer.position = 0;
  return 0;
}

static void clear_melody(void) {
  while (buzzer.count > 0) buzzer.notes[--buzzer.count] = 0;
  buzzer.position = 0;
}

static int buzzer_ioctl(enum command command) {
  int result = 0;
  mutex_lock(&buzzer.lock);
  switch (command) {
    case COMMAND_START: result = start_melody(); break;
    case COMMAND_STOP:
      buzzer.is_playing = false;
      silence();
      break;
    case COMMAND_CLEAR:
      if (buzzer.is_playing) {
        result = -EBUSY;
        break;
      }
      clear_melody();
      break;
    default: result = -ENOTTY; break;
  }
  mutex_unlock(&buzzer.lock);
  return result;
}

/* Plays what is left of the melody, at most a few notes per run. The lock is held at the loop's head, and not while
 * the note sounds. */
static void play_work(void) {
  int budget = 2;
  mutex_lock(&buzzer.lock);
  while (buzzer.is_playing && budget > 0) {
    const int pitch = buzzer.notes[buzzer.position];
    mutex_unlock(&buzzer.lock);
    drive_line(pitch);
    budget--;
    mutex_lock(&buzzer.lock);
    if (!buzzer.is_playing) break;
    buzzer.position++;
    if (buzzer.position >= buzzer.count) {
      buzzer.is_playing = false;
      buzzer.position = 0;
      silence();
    }
  }
  mutex_unlock(&buzzer.lock);
}

static int buzzer_init(void) {
  int result = register_chrdev_region(60, 1);
  if (result != 0) return result;
  buzzer.class = class_create("buzzer");
  if (buzzer.class == NULL) {
    unregister_chrdev_region(60, 1);
    return -ENOMEM;
  }
  device_create(buzzer.class, 60);
  return 0;
}

static void buzzer_exit(void) {
  silence();
  class_destroy(buzzer.class);
  unregister_chrdev_region(60, 1);
}

static bool is_open;

static void user_calls(void) {
  int result = 0;
  switch (clew_choose(4)) {
    case 0:
      if (is_open) break;
      result = buzzer_open();
      is_open = result == 0;
      break;
    case 1:
      if (is_open) result = buzzer_release();
      is_open = false;
      break;
    case 2:
      user_pitch = clew_choose(PITCHES + 2);
      if (is_open) result = buzzer_write(&user_pitch);
      user_pitch = 0;
      break;
    default:
      if (is_open) result = buzzer_ioctl(clew_choose(COMMANDS));
      break;
  }
  file_operation_ends(result);
}

int main(void) {
  if (buzzer_init() != 0) return 0;
  while (__VERIFIER_nondet_bool()) {
    switch (clew_choose(2)) {
      case 0: user_calls(); break;
      case 1: play_work(); break;
    }
  }
  if (is_open) buzzer_release();
  buzzer_exit();
  return 0;
}
