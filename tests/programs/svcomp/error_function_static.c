extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);

static void reach_error(void) {}
void other_file(void);
int main() {
  other_file();
  if (__VERIFIER_nondet_uchar() > 255) reach_error();
  return 0;
}
