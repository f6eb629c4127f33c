/* A negative amount does not shift the other way. */
int main(void) {
  volatile int amount = -1;
  unsigned result = 8u << amount;
  return result == 5;
}
