/* A radio on USB: one request block carries sound, one commands, one the names of stations. They are allocated as a
 * row and freed as a row, and the unwinding of a start that failed in the middle ends before the first of them.
 * expect: urb=violated mutex=safe bit_range=safe
 */
#include "../kernel.h"

#define STATIONS 5
#define PRESETS 32

enum block {
  BLOCK_SOUND,
  BLOCK_COMMAND,
  BLOCK_NAMES,
  BLOCKS
};

struct radio {
  struct mutex lock;
  struct urb *blocks[BLOCKS];
  unsigned stored; /* bit n: station n is a preset */
  int station;
  int volume; /* 0 .. 2 */
  bool is_on;
  bool is_muted;
};

static struct radio radio;
static int users;

static int switch_on(void) {
  int got;
  for (got = 0; got < BLOCKS; got++) {
    radio.blocks[got] = usb_alloc_urb(0, GFP_KERNEL);
    if (radio.blocks[got] == NULL) break;
  }
  if (got == BLOCKS) {
    radio.is_on = true;
    return 0;
  }
  for (int i = got - 1; i > 0; i--) {
    usb_free_urb(radio.blocks[i]);
    radio.blocks[i] = NULL;
  }
  return -ENOMEM;
}

static void switch_off(void) {
  for (int i = 0; i < BLOCKS; i++) {
    usb_kill_urb(radio.blocks[i]);
    usb_free_urb(radio.blocks[i]);
    radio.blocks[i] = NULL;
  }
  radio.is_on = false;
  radio.is_muted = false;
}

/* With the lock. */
static int send_command(void) {
  struct urb *command = radio.blocks[BLOCK_COMMAND];
  int result;
  if (!radio.is_on) return -ENODEV;
  result = usb_submit_urb(command, GFP_KERNEL);
  if (result == 0) command->status = 0;
  return result;
}

static int tune(int station) {
  int result;
  if (station < 0 || station >= STATIONS) return -EINVAL;
  mutex_lock(&radio.lock);
  result = send_command();
  if (result == 0) radio.station = station;
  mutex_unlock(&radio.lock);
  return result;
}

/* Up to the next preset; behind the last one it begins again. */
static int next_preset(void) {
  int found;
  int result;
  mutex_lock(&radio.lock);
  found = find_next_bit(&radio.stored, PRESETS, radio.station + 1);
  if (found == PRESETS) found = find_next_bit(&radio.stored, PRESETS, 0);
  if (found == PRESETS) {
    mutex_unlock(&radio.lock);
    return -EINVAL;
  }
  result = send_command();
  if (result == 0) radio.station = found;
  mutex_unlock(&radio.lock);
  return result;
}

static void toggle_preset(void) {
  mutex_lock(&radio.lock);
  if (test_bit(radio.station, &radio.stored))
    clear_bit(radio.station, &radio.stored);
  else
    set_bit(radio.station, &radio.stored);
  mutex_unlock(&radio.lock);
}

static int set_volume(int volume) {
  int result = 0;
  if (mutex_lock_interruptible(&radio.lock) != 0) return -ERESTARTSYS;
  if (radio.volume != volume) result = send_command();
  if (result == 0) {
    radio.volume = volume;
    radio.is_muted = volume == 0;
  }
  mutex_unlock(&radio.lock);
  return result;
}

static int radio_open(void) {
  int result = 0;
  mutex_lock(&radio.lock);
  if (users == 0) result = switch_on();
  if (result == 0) users++;
  mutex_unlock(&radio.lock);
  return result;
}

static void radio_close(void) {
  mutex_lock(&radio.lock);
  users--;
  if (users == 0) switch_off();
  mutex_unlock(&radio.lock);
}

/* Sound arrives; an error mutes until somebody turns the knob. */
static void sound_interrupt(void) {
  struct urb *sound = radio.blocks[BLOCK_SOUND];
  if (!radio.is_on) return;
  sound->status = clew_choose(2) == 0 ? 0 : -EIO;
  if (sound->status != 0) radio.is_muted = true;
  sound->status = 0;
}

int main(void) {
  while (__VERIFIER_nondet_bool()) {
    switch (clew_choose(7)) {
      case 0:
        if (users < 2) (void)radio_open();
        break;
      case 1:
        if (users > 0) radio_close();
        break;
      case 2:
        if (users > 0) (void)tune(clew_choose(STATIONS + 1));
        break;
      case 3:
        if (users > 0) (void)next_preset();
        break;
      case 4:
        if (users > 0) toggle_preset();
        break;
      case 5:
        if (users > 0) (void)set_volume(clew_choose(3));
        break;
      case 6: sound_interrupt(); break;
    }
  }
  while (users > 0) radio_close();
  return 0;
}
