/* The example of the paper on search-carrying code. */
static int x;

int main(void)
{
    for (int i = 0; i < 5; i++)
        x++;
    x = 8;
    return 0;
}
