static int x;

int main(void)
{
    x = 6;
    x = 5;
    return 0;
}
