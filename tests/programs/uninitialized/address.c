/* The pointer was never set on one path. */
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int cell = 0;
  int *pointer;
  if (__VERIFIER_nondet_bool()) pointer = &cell;
  *pointer = 1;
  return 0;
}
