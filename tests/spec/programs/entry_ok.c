// entry.spc; entry holds
void work(void) {}
int main(void) { work(); }
