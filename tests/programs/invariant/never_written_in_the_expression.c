#include <stdlib.h>

static int *p;

int main(void)
{
    p = malloc(sizeof *p);
    p = NULL;
    return 0;
}
