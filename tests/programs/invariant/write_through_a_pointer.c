static int x[3];
static int *volatile p = x;

int main(void)
{
    p[1] = 6;
    p[1] = 1;
    return 0;
}
