/* Three philosophers, each of whom takes the left fork first: a deadlock of three threads. */
#include <pthread.h>

#define SEATS 3

pthread_mutex_t fork_of[SEATS];
int meals;

static void eat(int seat) {
    pthread_mutex_t *left = &fork_of[seat];
    pthread_mutex_t *right = &fork_of[(seat + 1) % SEATS];
    pthread_mutex_lock(left);
    pthread_mutex_lock(right);
    meals++;
    pthread_mutex_unlock(right);
    pthread_mutex_unlock(left);
}

static void *philosopher(void *argument) {
    int seat = (int)(long)argument;
    eat(seat);
    return 0;
}

int main(void) {
    pthread_t guests[SEATS];
    for (long i = 0; i < SEATS; i++) {
        pthread_create(&guests[i], 0, philosopher, (void *)i);
    }
    for (int i = 0; i < SEATS; i++) {
        pthread_join(guests[i], 0);
    }
    return 0;
}
