/* The loop begins with a call, and has so many rounds that its state is saved before one of them: what the call is given
   is part of that state. */
#include <assert.h>

static unsigned next(unsigned x)
{
    return x + 1;
}

int main(void)
{
    unsigned x = 0;
    do {
        x = next(x);
    } while (x < 3000000);
    assert(x != 3000000);
    return 0;
}
