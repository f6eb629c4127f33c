#include <clew.h>

enum light { RED, GREEN, YELLOW };
static enum light light;

int main(void)
{
    light = GREEN;
    if (clew_choose(3) < 2)
        light = YELLOW;
    light = RED;
    return 0;
}
