/* A function must not hand out the address of its local: the object is gone when it returns. */
static int *keep(int *p) { return p; }

static int *make(void) {
  int local = 3;
  return keep(&local);
}

int main(void) {
  int *value = make();
  return *value == 4;
}
