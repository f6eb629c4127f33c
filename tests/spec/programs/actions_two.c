// actions.spc; actions holds
void tick(void) {}
int main(void) { tick(); tick(); }
