
void reach_error() { abort(); }
main() {
  int x = __VERIFIER_nondet_uchar();
  if (x > 255) reach_error();
  return 0;
}
