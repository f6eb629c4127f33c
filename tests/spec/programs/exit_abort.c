// exit_status.spc; exit_status violated aborted
#include <stdlib.h>
int main(void) { abort(); }
