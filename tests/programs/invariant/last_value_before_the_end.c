#include <stdlib.h>

static int x;

int main(void)
{
    x = 7;
    exit(0);
}
