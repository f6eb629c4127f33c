extern void __VERIFIER_assume(int);

static int x;

int main(void)
{
    x = 7;
    __VERIFIER_assume(x < 5);
    return 0;
}
