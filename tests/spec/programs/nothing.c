// mutex.spc counting.spc label.spc; mutex irrelevant; counting irrelevant; label irrelevant
int main(void) { return 0; }
