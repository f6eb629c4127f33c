/* In the data model LP64 this sum of long fits. */
int main(void) {
  volatile long a = 2147483647L;
  long sum = a + 1;
  return sum == 2147483648LL ? 0 : 1;
}
