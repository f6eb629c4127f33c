/* Two functions call each other for ever; the limit is the default one. */
static unsigned odd(unsigned n);
static unsigned even(unsigned n) { return odd(n - 2) + 1; }
static unsigned odd(unsigned n) { return even(n - 2) + 1; }

int main(void) { return (int)even(7); }
