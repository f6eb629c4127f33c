// assign.spc; assign undecided; steps undecided; members undecided; sums undecided
struct box { int size : 4, owner : 4; } one;
int main(void) {
  struct box *p = &one;
  p->owner = 0;  // the code does not show which bits these are
  return 0;
}
