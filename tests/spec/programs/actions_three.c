// actions.spc; actions violated the third tick
void tick(void) {}
int main(void) { for (;;) tick(); }
