/* 64 is too many for 64 bits. */
int main(void) {
  volatile int amount = 64;
  unsigned long long result = 1ull << amount;
  return result == 5;
}
