/* Transfers in both directions must not block each other, but each locks the account it takes from first. */
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 10}, {PTHREAD_MUTEX_INITIALIZER, 10}};

static void transfer(struct account *from, struct account *to, int amount) {
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
}

static void *back(void *unused) {
  transfer(&accounts[1], &accounts[0], 3);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, back, 0);
  transfer(&accounts[0], &accounts[1], 5);
  pthread_join(thread, 0);
  return 0;
}
