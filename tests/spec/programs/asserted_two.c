// asserted.spc; asserted holds
void f(void) {}
int main(void) { f(); f(); }
