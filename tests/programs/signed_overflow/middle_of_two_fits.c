/* The middle of two large indexes, computed without overflow. */
int main(void) {
  volatile int low = 1500000000, high = 2000000000;
  int middle = low + (high - low) / 2;
  return middle == 1750000000 ? 0 : 1;
}
