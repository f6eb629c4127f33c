// signs.spc; negative violated negative; wide holds; literal violated an argument that must not be written
void take(long x) { (void)x; }
int main(void) { take(-3); }
