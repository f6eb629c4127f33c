// A thread that waits for a lock inside an atomic section goes first once it gets it: main's unlock commutes with what
// `bystander` does, but behind it nobody but `waiter` can go on. So each of the two orders leads to states of its own.
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int inside, seen, after;

static void *waiter(void *unused) {
  __VERIFIER_atomic_begin();
  inside = 1;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  __VERIFIER_atomic_end();
  return unused;
}

static void *bystander(void *unused) {
  for (int i = 0; i < 3; i++) seen = seen + 1;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, waiter, NULL);
  pthread_create(&threads[1], NULL, bystander, NULL);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    after = after + 1;
  }
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}
