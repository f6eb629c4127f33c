// break.spc; break undecided; never undecided
void enough(void) {}
void forbidden(void) {}
int main(void) {
  enough();
  forbidden();
}
