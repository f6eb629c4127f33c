/* A thread that is alone leaves no state between its writes, unless somebody looks at what it writes. */
static int x;

int main(void)
{
    x = 6;
    x = 5;
    return 0;
}
