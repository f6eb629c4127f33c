#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x;

int main(void)
{
    __VERIFIER_atomic_begin();
    x = 7;
    exit(0);
    __VERIFIER_atomic_end();
}
