#include <stdlib.h>

static int *p;
static int step;

int main(void)
{
    int *made = malloc(sizeof *made);
    *made = 1;
    p = made;
    free(made);
    p = NULL;
    return 0;
}
