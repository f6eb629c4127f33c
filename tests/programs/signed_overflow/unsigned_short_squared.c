/* unsigned short is promoted to int, and 65535 * 65535 does not fit there. */
int main(void) {
  volatile unsigned short a = 65535;
  unsigned result = a * a;
  return result == 0;
}
