/* The mixer of a sound card: channels with volumes, switches as bits of a word, streams that play, a codec behind a
 * slow bus, power that is saved when nobody listens. Two mutexes with an order: first that of the card, then that of
 * the bus. A codec that lost its state is written anew, channel by channel; if it fails once more at the very last
 * channel, the lock of the bus is kept.
 * expect: mutex=violated spinlock=safe module_reference=safe class_registration=safe bit_range=safe user_copy=safe
 * expect: atomic_allocation=safe
 */
#include "../kernel.h"

#define CHANNELS 3
#define LOUDEST 2
#define STREAMS 2

enum power {
  POWER_OFF,
  POWER_ON,
  POWER_LOST /* the codec forgot its registers */
};

struct stream {
  bool is_open;
  bool is_running;
  int *buffer;
};

struct card {
  struct mutex lock;
  struct mutex bus_lock;
  spinlock_t stream_lock;
  struct class *class;
  int volumes[CHANNELS];
  unsigned muted;
  unsigned stale; /* bit n: the codec does not know the volume of channel n */
  struct stream streams[STREAMS];
  enum power power;
  int opened;
};

struct request {
  int channel;
  int volume;
};

static struct card card;
static struct request user_request;

/* The codec. */

static bool codec_write(int channel) {
  if (clew_choose(2) == 0) return false;
  clear_bit(channel, &card.stale);
  return true;
}

static int write_channel(int channel) {
  bool done;
  if (card.power != POWER_ON) {
    set_bit(channel, &card.stale);
    return 0;
  }
  mutex_lock(&card.bus_lock);
  done = codec_write(channel);
  mutex_unlock(&card.bus_lock);
  if (done) return 0;
  set_bit(channel, &card.stale);
  return -EIO;
}

/* All that is stale, in one go. Tries a channel twice. */
static int restore(void) {
  int channel = 0;
  mutex_lock(&card.bus_lock);
  while ((channel = find_next_bit(&card.stale, CHANNELS, channel)) < CHANNELS) {
    if (!codec_write(channel) && !codec_write(channel)) {
      if (channel < CHANNELS - 1) mutex_unlock(&card.bus_lock);
      return -EIO;
    }
    channel++;
  }
  mutex_unlock(&card.bus_lock);
  return 0;
}

static int power_up(void) {
  int result;
  if (card.power == POWER_ON) return 0;
  if (card.power == POWER_LOST) {
    for (int i = 0; i < CHANNELS; i++) set_bit(i, &card.stale);
  }
  result = restore();
  if (result == 0) card.power = POWER_ON;
  return result;
}

static void power_down(void) {
  if (card.power == POWER_ON) card.power = POWER_OFF;
}

/* Controls. */

static int set_volume(const struct request *user) {
  struct request request = {0, 0};
  int result;
  if (copy_from_user(&request, user, sizeof(request)) != 0) return -EFAULT;
  if (request.channel < 0 || request.channel >= CHANNELS) return -EINVAL;
  if (request.volume < 0 || request.volume > LOUDEST) return -EINVAL;
  if (mutex_lock_interruptible(&card.lock) != 0) return -ERESTARTSYS;
  if (card.volumes[request.channel] == request.volume) {
    result = 0;
  } else {
    card.volumes[request.channel] = request.volume;
    result = write_channel(request.channel);
  }
  mutex_unlock(&card.lock);
  return result;
}

static int toggle_mute(const struct request *user) {
  struct request request = {0, 0};
  if (copy_from_user(&request, user, sizeof(request)) != 0) return -EFAULT;
  if (request.channel < 0 || request.channel >= CHANNELS) return -EINVAL;
  mutex_lock(&card.lock);
  if (test_bit(request.channel, &card.muted))
    clear_bit(request.channel, &card.muted);
  else
    set_bit(request.channel, &card.muted);
  mutex_unlock(&card.lock);
  return 0;
}

static int loudest_channel(void) {
  int found = -EINVAL;
  int volume = 0;
  mutex_lock(&card.lock);
  for (int i = 0; i < CHANNELS; i++) {
    if (test_bit(i, &card.muted) || card.volumes[i] <= volume) continue;
    volume = card.volumes[i];
    found = i;
  }
  mutex_unlock(&card.lock);
  return found;
}

/* Streams. */

static struct stream *free_stream(void) {
  for (int i = 0; i < STREAMS; i++) {
    if (!card.streams[i].is_open) return &card.streams[i];
  }
  return NULL;
}

static int stream_open(void) {
  struct stream *stream;
  int result = -EBUSY;
  mutex_lock(&card.lock);
  stream = free_stream();
  if (stream == NULL) goto out;
  if (!try_module_get(THIS_MODULE)) {
    result = -ENODEV;
    goto out;
  }
  stream->buffer = kmalloc(sizeof(int), GFP_KERNEL);
  result = stream->buffer != NULL ? power_up() : -ENOMEM;
  if (result != 0) {
    kfree(stream->buffer);
    stream->buffer = NULL;
    module_put(THIS_MODULE);
    goto out;
  }
  *stream->buffer = 0;
  stream->is_open = true;
  card.opened++;
out:
  mutex_unlock(&card.lock);
  return result;
}

static int stream_close(struct stream *stream) {
  unsigned long flags = 0;
  int *buffer;
  if (!stream->is_open) return -EINVAL;
  mutex_lock(&card.lock);
  spin_lock_irqsave(&card.stream_lock, flags);
  stream->is_running = false;
  stream->is_open = false;
  buffer = stream->buffer;
  stream->buffer = NULL;
  spin_unlock_irqrestore(&card.stream_lock, flags);
  kfree(buffer);
  card.opened--;
  if (card.opened == 0) power_down();
  mutex_unlock(&card.lock);
  module_put(THIS_MODULE);
  return 0;
}

static int stream_trigger(struct stream *stream, bool start) {
  int result = 0;
  spin_lock(&card.stream_lock);
  if (!stream->is_open)
    result = -EINVAL;
  else
    stream->is_running = start;
  spin_unlock(&card.stream_lock);
  return result;
}

static int card_interrupt(void) {
  int served = 0;
  spin_lock(&card.stream_lock);
  for (int i = 0; i < STREAMS; i++) {
    if (!card.streams[i].is_running) continue;
    *card.streams[i].buffer = 1 - *card.streams[i].buffer;
    served++;
  }
  spin_unlock(&card.stream_lock);
  return served > 0 ? IRQ_HANDLED : IRQ_NONE;
}

/* Power. */

static void power_lost(void) {
  if (!mutex_trylock(&card.lock)) return;
  if (card.opened == 0) card.power = POWER_LOST;
  mutex_unlock(&card.lock);
}

static void refresh_work(void) {
  if (!mutex_trylock(&card.lock)) return;
  if (card.power == POWER_ON && card.stale != 0) (void)restore();
  mutex_unlock(&card.lock);
}

/* The module. */

static int card_init(void) {
  int result = register_chrdev_region(14, CHANNELS);
  if (result != 0) return result;
  card.class = class_create("sound");
  if (card.class == NULL) {
    unregister_chrdev_region(14, CHANNELS);
    return -ENOMEM;
  }
  for (int i = 0; i < CHANNELS; i++) device_create(card.class, 14 + i);
  return 0;
}

static void card_exit(void) {
  for (int i = 0; i < STREAMS; i++) (void)stream_close(&card.streams[i]);
  class_destroy(card.class);
  unregister_chrdev_region(14, CHANNELS);
}

static void user_calls(void) {
  int result;
  user_request.channel = clew_choose(CHANNELS + 1);
  switch (clew_choose(2)) {
    case 0:
      user_request.volume = clew_choose(2) * LOUDEST;
      result = set_volume(&user_request);
      break;
    default: result = toggle_mute(&user_request); break;
  }
  user_request = (struct request){0, 0};
  file_operation_ends(result);
}

int main(void) {
  if (card_init() != 0) return 0;
  while (__VERIFIER_nondet_bool()) {
    struct stream *stream = &card.streams[clew_choose(STREAMS)];
    switch (clew_choose(8)) {
      case 0: user_calls(); break;
      case 1: (void)loudest_channel(); break;
      case 2: (void)stream_open(); break;
      case 3: (void)stream_close(stream); break;
      case 4: (void)stream_trigger(stream, clew_choose(2) == 1); break;
      case 5: (void)card_interrupt(); break;
      case 6: power_lost(); break;
      case 7: refresh_work(); break;
    }
  }
  card_exit();
  return 0;
}
