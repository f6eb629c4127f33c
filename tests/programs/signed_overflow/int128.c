/* 128 bits overflow, too. */
int main(void) {
  volatile __int128 a = (__int128)1 << 126;
  __int128 sum = a + a;
  return sum == 0;
}
