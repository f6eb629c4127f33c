// violated out-of-bounds; options: --uninitialized input
// An index that was never set can be any.
int main(void) {
  int a[4] = {1, 2, 3, 4};
  int i;
  return a[i];
}
