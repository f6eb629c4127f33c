// assign.spc; assign holds; steps holds; members holds; sums holds
struct box { int owner, size; };
int mode, count;
int main(void) {
  struct box one = {1, 2}, *p = &one;
  int model = 3, x = -1;
  mode = 2;
  count++;
  p->owner = 5;
  p->size = 0;
  one.owner = 0;
  x = x + 4;
  return mode == model;
}
