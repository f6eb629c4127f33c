/* In the data model ILP32 long is an int, and this sum does not fit. */
int main(void) {
  volatile long a = 2147483647L;
  long sum = a + 1;
  return sum == 0;
}
