/* The middle of two large indexes, computed the wrong way. */
int main(void) {
  volatile int low = 1500000000, high = 2000000000;
  int middle = (low + high) / 2;
  return middle == 0;
}
