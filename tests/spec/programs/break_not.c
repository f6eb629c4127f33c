// break.spc; break irrelevant; never violated called
void forbidden(void) {}
int main(void) { forbidden(); }
