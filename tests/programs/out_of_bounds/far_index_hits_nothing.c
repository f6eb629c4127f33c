/* An index so large that the address is another variable's: still not that variable. */
static int first[10];
static int second[10];

int main(void) {
  second[0] = 1;
  return first[16384];
}
