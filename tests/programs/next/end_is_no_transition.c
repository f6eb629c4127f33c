static int x;

int main(void)
{
    x = 1;
    x = 2;
    return 0;
}
