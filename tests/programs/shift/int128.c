/* 128 is too many for 128 bits, 127 is not. */
int main(void) {
  volatile int amount = 127;
  unsigned __int128 result = (unsigned __int128)1 << amount;
  amount++;
  result >>= amount;
  return result == 5;
}
