/* Nobody looks at the result, which is undefined all the same. */
static void move(int amount) {
  int result = 1 << amount;
  (void)result;
}

int main(void) {
  move(33);
  return 0;
}
