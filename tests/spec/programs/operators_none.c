// operators.spc; division holds; shifts holds; choice holds
void pair(int a, int b) { (void)a, (void)b; }
int main(void) {
  pair(-2147483647 - 1, -1);
  pair(-7, 40);
  pair(-7, -2);
}
