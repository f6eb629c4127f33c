#include <string.h>

static char text[20];

int main(void)
{
    memset(text, 'a', 19);
    memset(text, 'b', 19);
    memset(text, 0, sizeof text);
    return 0;
}
