// keys.spc; keys holds
void begin(int *p) { (void)p; }
void end(int *p) { (void)p; }
static void one(int *p) { begin(p); }
static void other(int *p) { end(p); }
int main(void) {
  int x, y;
  one(&x);
  other(&y);
}
