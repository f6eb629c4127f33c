extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);

void reach_error(void) {}
static int calls;
int main() {
  for (int i = 0; i < 3; i++)
    if (__VERIFIER_nondet_bool()) {
      reach_error();
      calls++;
    }
  return calls;
}
