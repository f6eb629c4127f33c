/* switch must fall through, find default anywhere, and jump into loops. */
#include <assert.h>
#include <limits.h>
#include <stdio.h>

static int classify(long n) {
  int score = 0;
  switch (n) {
  default:
    score += 100;
    /* fall through */
  case 1:
    score += 1;
    break;
  case -5:
  case LONG_MAX:
    score += 10;
  case 2:
    score += 2;
  }
  return score;
}

static int copy(char *to, const char *from, int count) {
  int rounds = (count + 3) / 4, copied = 0;
  switch (count % 4) {
  case 0: do { to[copied] = from[copied]; copied++;
  case 3:      to[copied] = from[copied]; copied++;
  case 2:      to[copied] = from[copied]; copied++;
  case 1:      to[copied] = from[copied]; copied++;
          } while (--rounds > 0);
  }
  return copied;
}

int main(void) {
  printf("%d %d %d %d %d\n", classify(1), classify(2), classify(-5), classify(LONG_MAX), classify(7));
  char buffer[8] = "";
  assert(copy(buffer, "abcdefg", 7) == 7);
  printf("%s\n", buffer);
  return 0;
}
