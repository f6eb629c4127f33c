// keys.spc; keys holds
int a[3], i;
void begin(int *p) { (void)p; }
void end(int *p) { (void)p; }
int main(void) {
  int local[4];
  begin(a);
  begin(&a[1]);
  begin(&a[i]);
  begin(local);
  begin(a + 2);
  end(a);
  end(&a[1]);
  end(&a[i]);
  end(local);
  end(a + 2);
}
