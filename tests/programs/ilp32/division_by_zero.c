/* A 64-bit divisor whose lower half is all that is zero is fine; a zero one is not. */
int main(void) {
  long long divisor = 1LL << 32;
  long long quotient = (1LL << 40) / divisor;
  return (int)(quotient / (long long)(int)divisor);
}
