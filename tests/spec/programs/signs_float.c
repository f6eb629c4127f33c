// signs.spc; negative undecided; wide undecided; literal irrelevant
void take(double x) { (void)x; }
int main(void) { take(-1.5); }
