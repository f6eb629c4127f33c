/* Dates, texts of errors and signals, and other pure functions; what is printed is what glibc prints. */
#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int inOrder(const void *left, const void *right, void *sign) {
  return (*(const int *)left - *(const int *)right) * *(int *)sign;
}

int main(void) {
  struct tm date;
  time_t moment = 1700000000;
  char text[200], *made;
  int numbers[] = {3, 1, 2}, sign = -1;
  setbuf(stdout, NULL);
  setlocale(LC_ALL, "");
  printf("%s%s", asctime(gmtime_r(&moment, &date)), ctime(&moment));
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %j %U %V %a %B %I%p", &date);
  puts(text);
  date.tm_mday += 40;
  printf("%lld %d\n", (long long)timegm(&date), date.tm_mon);
  printf("%s, %s, %s\n", strerror(EDEADLK), strsignal(11), strcasestr("Hello World", "WORLD"));
  printf("%" PRIdMAX " %" PRIuMAX " %" PRIdMAX "\n", strtoimax("-77", 0, 10), strtoumax("0x1f", 0, 16), imaxabs(-9));
  imaxdiv_t parts = imaxdiv(17, 5);
  printf("%jd %jd\n", parts.quot, parts.rem);
  qsort_r(numbers, 3, sizeof numbers[0], inOrder, &sign);
  printf("%d%d%d\n", numbers[0], numbers[1], numbers[2]);
  if (asprintf(&made, "%05d|%-5s|%+.2e", 42, "ab", 3.14159) > 0) puts(made), free(made);
  printf("%.3Lf %Lg %.20Lf\n", 2.5L, 1e-4000L, 0.1L);
  printf("%d %d %d\n", ffs(8), ffsll(1LL << 40), strtod("1e400", 0) == HUGE_VAL);
  if (write(1, "raw\n", 4) != 4) return 1;
  wchar_t wide[4];
  printf("%zu %d %d\n", mbstowcs(wide, "ab", 4), sched_get_priority_max(SCHED_FIFO), isatty(7));
  return 0;
}
