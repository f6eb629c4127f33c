#include <string.h>

struct buffer { int size, room; };
static struct buffer now = {1, 4};

int main(void)
{
    struct buffer full = {5, 4}, empty = {0, 4};
    now = full;
    now = empty;
    return 0;
}
