extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 0;
  if (x > 10) {
    y = x - 10;
  } else {
    y = 1;
  }
  while (y > 3) {
    y = y - 1;
  }
  if (y == 3 && x != 13) {
    reach_error();
  }
  return 0;
}
