extern _Bool __VERIFIER_nondet_bool(void);
static void reach_error(void) {}
void other_file(void) {
  if (__VERIFIER_nondet_bool()) reach_error();
}
