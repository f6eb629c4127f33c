static unsigned next(void)
{
    static unsigned calls;
    return ++calls;
}

int main(void)
{
    next();
    next();
    next();
    return 0;
}
