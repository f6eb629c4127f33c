/* Far before the beginning, through pointer arithmetic that wraps around at 2^32. */
int main(void) {
  int local[4] = {1, 2, 3, 4};
  int *pointer = local + 2;
  unsigned step = 0u - 1000u;
  return pointer[(int)step];
}
