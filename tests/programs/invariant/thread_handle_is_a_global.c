#include <pthread.h>

pthread_t thread;

static void *worker(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    thread = 0;
    return 0;
}
