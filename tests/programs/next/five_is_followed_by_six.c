static int x;

int main(void)
{
    for (int i = 0; i < 6; i++)
        x++;
    x = 8;
    return 0;
}
