// numbers.spc; numbers violated taken twice
void take(int number) { (void)number; }
void give(int number) { (void)number; }

int main(void) {
  take(2);
  give(2);
  take(2);
  take(3);
  take(2);
  return 0;
}
