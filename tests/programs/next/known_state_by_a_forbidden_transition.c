/* The state after the bad transition is an old one; the transition is what counts. */
#include <clew.h>

static int x;

int main(void)
{
    for (;;) {
        int last = clew_choose(2) + 1;
        while (x < last)
            x++;
        x = 0;
        last = 0;
    }
}
