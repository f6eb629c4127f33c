/* The sum of a bit-field of full width is a sum of int. */
static struct {
  int a : 32;
  int b : 5;
} shared = {2147483647, 15};

int main(void) {
  shared.b++;
  shared.a++;
  return 0;
}
