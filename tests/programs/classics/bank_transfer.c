/* Transfers in both directions: the total must stay, because both accounts are locked, always in one order. */
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 10}, {PTHREAD_MUTEX_INITIALIZER, 10}};

static void transfer(int from, int to, int amount) {
  int first = from < to ? from : to;
  int second = from < to ? to : from;
  pthread_mutex_lock(&accounts[first].lock);
  pthread_mutex_lock(&accounts[second].lock);
  accounts[from].balance -= amount;
  accounts[to].balance += amount;
  pthread_mutex_unlock(&accounts[second].lock);
  pthread_mutex_unlock(&accounts[first].lock);
}

static void *back(void *unused) {
  transfer(1, 0, 3);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, back, 0);
  transfer(0, 1, 5);
  pthread_join(thread, 0);
  assert(accounts[0].balance == 8);
  assert(accounts[1].balance == 12);
  return 0;
}
