// keys.spc; keys violated begun twice
void begin(void *p) { (void)p; }
void end(long p) { (void)p; }
int main(void) {
  char c;
  long *p = (long *)&c;
  begin(p);
  end((long)p);
  begin((void *)(char *)p);
  begin(p);
}
