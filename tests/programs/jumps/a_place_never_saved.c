// No setjmp has been called with this buffer.
#include <setjmp.h>

static jmp_buf place;

int main(void) { longjmp(place, 1); }
