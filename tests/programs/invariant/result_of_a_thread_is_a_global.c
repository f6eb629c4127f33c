#include <pthread.h>

void *result;
int place;

static void *worker(void *unused)
{
    (void)unused;
    return &place;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, &result);
    result = NULL;
    return 0;
}
