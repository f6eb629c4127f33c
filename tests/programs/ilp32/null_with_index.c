/* A null pointer with a large index does not reach the globals. */
static int large[100000];

int main(void) {
  volatile int index = 50000;
  int *nothing = 0;
  large[0] = 1;
  return nothing[index];
}
