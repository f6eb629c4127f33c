/* The address of a local that is gone. */
static int *leaked;
static void leak(void) {
  int local = 3;
  leaked = &local;
}

int main(void) {
  leak();
  return *leaked;
}
