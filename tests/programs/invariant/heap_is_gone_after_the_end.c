/* After the end of the process there is no heap; that is no violation. */
#include <stdlib.h>

struct counter { int count; };
static struct counter *p;
static int x = 3;

int main(void)
{
    struct counter *made = malloc(sizeof *made);
    made->count = 3;
    p = made;
    x = 4;
    return 0;
}
