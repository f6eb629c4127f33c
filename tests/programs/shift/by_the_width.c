/* 32 is one too many for an int. */
int main(void) {
  volatile int amount = 32;
  int result = 1 << amount;
  return result == 5;
}
