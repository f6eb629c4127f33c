#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int a = 10, b;

static void *move(void *unused)
{
    __VERIFIER_atomic_begin();
    a = a - 1;
    b = b + 1;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, move, NULL);
    pthread_create(&two, NULL, move, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
