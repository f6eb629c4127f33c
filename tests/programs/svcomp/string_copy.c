extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);

#include <string.h>
int main() {
  char from[8] = "1234567", to[8];
  int i = 0;
  int stop = __VERIFIER_nondet_uchar() % 9;
  while (i < stop) {
    to[i] = from[i];
    i++;
  }
  return i;
}
