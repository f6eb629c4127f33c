/* A char is promoted to int before it is shifted, so 8 and 20 fit. */
int main(void) {
  volatile unsigned char a = 3, amount = 20;
  int left = a << 8, more = a << amount;
  a >>= 8;
  return left == 768 && more == 3 << 20 && a == 0 ? 0 : 1;
}
