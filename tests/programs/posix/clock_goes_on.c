/* Time never goes back, passes while one sleeps, and a loop that waits for it ends. */
#define _GNU_SOURCE
#include <assert.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  struct timespec before, after, wait = {2, 500};
  struct timeval day;
  time_t start = time(0), now = start;
  clock_gettime(CLOCK_MONOTONIC, &before);
  nanosleep(&wait, 0);
  usleep(100);
  clock_gettime(CLOCK_MONOTONIC, &after);
  assert(after.tv_sec - before.tv_sec >= 2);
  assert(time(0) >= start + 2);
  while (now < start + 10) now = time(&now);
  gettimeofday(&day, 0);
  assert(day.tv_sec >= start + 10 && clock() > 0);
  struct tm date;
  gmtime_r(&start, &date);
  assert(mktime(&date) == start && difftime(now, start) >= 10);
  return 0;
}
