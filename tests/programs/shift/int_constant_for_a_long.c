/* The result is wide, but the shift happens in int. */
int main(void) {
  volatile int amount = 40;
  long long result = 1 << amount;
  return result == 5;
}
