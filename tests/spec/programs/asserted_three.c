// asserted.spc; asserted violated an assertion of the automaton does not hold
void f(void) {}
int main(void) { f(); f(); f(); }
