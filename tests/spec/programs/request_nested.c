// request.spc; request violated the last one is not answered
_Bool __VERIFIER_nondet_bool(void);
void answer(int number) { (void)number; }
void request(int number) {
  if (number > 1) request(number - 1);
  answer(number);
}
int main(void) {
  request(1);
  if (__VERIFIER_nondet_bool()) request(2);
}
