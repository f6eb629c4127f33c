/* A function of the library is one step, so half of what it writes is never seen. */
#include <string.h>

static char text[8];

int main(void)
{
    strcpy(text, "bc");
    strcpy(text, "aa");
    strcat(text, "x");
    strcpy(text, "bd");
    return 0;
}
