// keys.spc; keys violated ended without a beginning
void begin(int *p) { (void)p; }
void end(int *p) { (void)p; }
static void one(int *p) { begin(p); }
static void other(int *q) { end(q); }
int main(void) {
  int x;
  one(&x);
  other(&x);
}
