// branch.spc; branch violated taken unasked; cases irrelevant
unsigned length;
void take(void) { length--; }
int main(void) {
  int size = 0;
  if (size == 0) take();  // something else is asked
  return 0;
}
