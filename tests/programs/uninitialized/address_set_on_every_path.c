/* The pointer is set on both paths. */
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int cell = 0, other = 0;
  int *pointer;
  if (__VERIFIER_nondet_bool())
    pointer = &cell;
  else
    pointer = &other;
  *pointer = 1;
  return cell + other - 1;
}
