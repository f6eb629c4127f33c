#include <pthread.h>

enum { ROOM = 2, ITEMS = 3 };

struct buffer {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    unsigned count : 4;
    unsigned head : 4;
    int items[ROOM];
};
static struct buffer buffer = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, {0}};

static void *produce(void *unused)
{
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&buffer.mutex);
        while (buffer.count == ROOM)
            pthread_cond_wait(&buffer.changed, &buffer.mutex);
        buffer.items[(buffer.head + buffer.count) % ROOM] = i;
        buffer.count++;
        pthread_cond_broadcast(&buffer.changed);
        pthread_mutex_unlock(&buffer.mutex);
    }
    return unused;
}

int main(void)
{
    pthread_t producer;
    pthread_create(&producer, NULL, produce, NULL);
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&buffer.mutex);
        while (buffer.count == 0)
            pthread_cond_wait(&buffer.changed, &buffer.mutex);
        buffer.head = (buffer.head + 1) % ROOM;
        buffer.count--;
        pthread_cond_broadcast(&buffer.changed);
        pthread_mutex_unlock(&buffer.mutex);
    }
    pthread_join(producer, NULL);
    return 0;
}
