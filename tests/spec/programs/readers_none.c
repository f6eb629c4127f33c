// readers.spc; readers irrelevant
#include "readers.h"
int main(void) { return __VERIFIER_nondet_bool(); }
