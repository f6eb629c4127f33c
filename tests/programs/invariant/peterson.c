#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool wants[2];
static atomic_int turn;
static bool critical[2];

static void *worker(void *argument)
{
    int me = argument != NULL;
    wants[me] = true;
    turn = !me;
    while (wants[!me] && turn == !me)
        ;
    critical[me] = true;
    critical[me] = false;
    wants[me] = false;
    return NULL;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&two, NULL, worker, &two);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
