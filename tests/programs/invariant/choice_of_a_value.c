#include <clew.h>

static int x;

int main(void)
{
    x = clew_choose(4);
    x = 0;
    return 0;
}
