/* A temperature sensor behind a slow bus. Readings are averaged over several samples; a sample may fail, and after too
 * many failures the sensor is calibrated anew. One way out of the calibration forgets the lock of the bus: that in
 * which the last but one attempt is answered with the value for a broken sensor.
 * expect: mutex=violated module_reference=safe
 */
#include "../kernel.h"

#define SAMPLES 4
#define ATTEMPTS 3
#define BROKEN 3
#define MOST_FAILURES 2

struct sensor {
  int offset;   /* what calibration found */
  int failures; /* bus errors since then */
  int average;
  int lowest;
  int highest;
  bool is_calibrated;
  bool is_broken;
  bool is_watched; /* the alarm is on */
};

static struct mutex bus_lock;
static struct mutex sensor_lock;
static struct sensor sensor;
static int users;

/* 0 .. 2 are temperatures, BROKEN comes from a sensor that is not there, negative numbers from the bus. */
static int bus_transfer(void) {
  const int answer = clew_choose(BROKEN + 2);
  return answer == BROKEN + 1 ? -EIO : answer;
}

static int read_raw(void) {
  int answer;
  mutex_lock(&bus_lock);
  answer = bus_transfer();
  mutex_unlock(&bus_lock);
  if (answer < 0 && sensor.failures < MOST_FAILURES) sensor.failures++;
  return answer;
}

/* The bus is kept for all attempts: others must not talk to the sensor meanwhile. */
static int calibrate(void) {
  int answer = -EIO;
  mutex_lock(&bus_lock);
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    answer = bus_transfer();
    if (answer == BROKEN) {
      sensor.is_broken = true;
      if (attempt == ATTEMPTS - 2) return -ENODEV;
      break;
    }
    if (answer >= 0) break;
  }
  mutex_unlock(&bus_lock);
  if (sensor.is_broken) return -ENODEV;
  if (answer < 0) return answer;
  sensor.offset = answer == 0 ? 1 : 0;
  sensor.failures = 0;
  sensor.is_calibrated = true;
  return 0;
}

static void remember(int value) {
  sensor.average = value;
  if (value < sensor.lowest) sensor.lowest = value;
  if (value > sensor.highest) sensor.highest = value;
}

static int measure(void) {
  int sum = 0;
  int taken = 0;
  for (int i = 0; i < SAMPLES / 2; i++) {
    const int value = read_raw();
    if (value < 0) continue;
    if (value == BROKEN) return -ENODEV;
    sum += value + sensor.offset;
    taken++;
  }
  if (taken == 0) return -EIO;
  remember(sum / taken);
  return 0;
}

static int sensor_open(void) {
  if (!try_module_get(THIS_MODULE)) return -ENODEV;
  if (mutex_lock_interruptible(&sensor_lock) != 0) {
    module_put(THIS_MODULE);
    return -ERESTARTSYS;
  }
  users++;
  mutex_unlock(&sensor_lock);
  return 0;
}

static void sensor_release(void) {
  mutex_lock(&sensor_lock);
  users--;
  if (users == 0) sensor.is_watched = false;
  mutex_unlock(&sensor_lock);
  module_put(THIS_MODULE);
}

static int sensor_read(void) {
  int result;
  if (mutex_lock_interruptible(&sensor_lock) != 0) return -ERESTARTSYS;
  if (sensor.is_broken) {
    result = -ENODEV;
  } else if (!sensor.is_calibrated) {
    result = -EAGAIN;
  } else {
    result = measure();
  }
  mutex_unlock(&sensor_lock);
  return result;
}

static int sensor_ioctl(int command) {
  int result = 0;
  mutex_lock(&sensor_lock);
  switch (command) {
    case 0: sensor.is_watched = !sensor.is_watched; break;
    case 1:
      sensor.lowest = sensor.average;
      sensor.highest = sensor.average;
      break;
    case 2:
      if (sensor.is_broken)
        result = -ENODEV;
      else
        result = calibrate();
      break;
    default: result = -ENOTTY; break;
  }
  mutex_unlock(&sensor_lock);
  return result;
}

/* Runs now and then: calibrates when the bus had its failures. Who is in the way now is asked again later. */
static void maintenance_work(void) {
  if (!mutex_trylock(&sensor_lock)) return;
  if (!sensor.is_broken && sensor.failures == MOST_FAILURES) {
    sensor.is_calibrated = false;
    (void)calibrate();
  }
  mutex_unlock(&sensor_lock);
}

int main(void) {
  while (__VERIFIER_nondet_bool()) {
    switch (clew_choose(5)) {
      case 0:
        if (users < 2) (void)sensor_open();
        break;
      case 1:
        if (users > 0) sensor_release();
        break;
      case 2:
        if (users > 0) (void)sensor_read();
        break;
      case 3:
        if (users > 0) (void)sensor_ioctl(clew_choose(3));
        break;
      case 4: maintenance_work(); break;
    }
  }
  while (users > 0) sensor_release();
  return 0;
}
