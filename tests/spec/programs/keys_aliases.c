// keys.spc; keys violated ended without a beginning
void begin(int *p) { (void)p; }
void end(int *p) { (void)p; }
int main(void) {
  int x;
  int *p = &x;
  begin(&x);
  end(p);
}
