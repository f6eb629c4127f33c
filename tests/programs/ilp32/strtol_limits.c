/* strtol and its relatives have the limits of a 32-bit long; the long long ones do not. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *end;
  errno = 0;
  printf("%ld %d\n", strtol("2147483647", &end, 10), errno);
  printf("%ld ", strtol("2147483648", &end, 10)), printf("%d\n", errno), errno = 0;
  printf("%ld %d\n", strtol("-2147483648", &end, 10), errno);
  printf("%ld ", strtol("-2147483649", &end, 10)), printf("%d\n", errno), errno = 0;
  printf("%lu %d\n", strtoul("0xffffffff", &end, 0), errno);
  printf("%lu ", strtoul("4294967296", &end, 10)), printf("%d\n", errno), errno = 0;
  printf("%lu %d\n", strtoul("-5", &end, 10), errno);
  printf("%lld %llu %d\n", strtoll("-9223372036854775808", &end, 10), strtoull("18446744073709551615", &end, 10), errno);
  printf("%lld ", strtoll("9223372036854775808", &end, 10)), printf("%d\n", errno);
  printf("%d %ld %lld\n", atoi("123abc"), atol("-77"), atoll("12345678901"));
  assert(*end == '\0');
  return 0;
}
