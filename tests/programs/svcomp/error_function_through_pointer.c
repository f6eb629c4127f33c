extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);

void give_up(void);
static void go_on(void) {}
int main() {
  void (*next)(void) = __VERIFIER_nondet_bool() ? give_up : go_on;
  next();
  return 0;
}
