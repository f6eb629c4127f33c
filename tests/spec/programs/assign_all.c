// assign.spc; assign violated mode three; steps violated a second step; members violated no owner; sums violated two negative numbers
struct box { int owner, size; };
int mode, count;
int main(void) {
  struct box one = {1, 2}, *p = &one;
  int x = -1, y = -2;
  mode = one.size + 1;
  count += 1;
  count = count + 1;
  (*p).owner = 0;
  y = x + y;
  return 0;
}
