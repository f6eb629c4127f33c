// numbers.spc; numbers holds
void take(int number) { (void)number; }
void give(int number) { (void)number; }

int main(void) {
  give(1);
  for (int i = 0; i < 3; i++) {
    take(1);
    take(2);
    give(1);
    give(2);
  }
  return 0;
}
