/* Inside an atomic section nobody looks, also while there is only one thread. */
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int a = 10, b;

int main(void)
{
    for (int i = 0; i < 3; i++) {
        __VERIFIER_atomic_begin();
        a = a - 1;
        b = b + 1;
        __VERIFIER_atomic_end();
    }
    return 0;
}
