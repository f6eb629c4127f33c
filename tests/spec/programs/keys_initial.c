// keys.spc; keys violated begun twice
int standard, other;
void begin(int *p) { (void)p; }
void end(int *p) { (void)p; }
int main(void) {
  begin(&other);
  begin(&standard);
}
