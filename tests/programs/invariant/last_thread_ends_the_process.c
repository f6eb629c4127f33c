#include <pthread.h>

static int x;

static void *worker(void *unused)
{
    x = 7;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_exit(NULL);
}
