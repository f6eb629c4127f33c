/* A static local lives as long as the program, so its address may be handed out. */
static int *keep(int *p) { return p; }

static int *make(void) {
  static int local = 3;
  return keep(&local);
}

int main(void) {
  int *value = make();
  return *value == 4;
}
