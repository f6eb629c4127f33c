static int x = 7;

int main(void)
{
    return x;
}
