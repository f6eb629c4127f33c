#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int counter;
void *add(void *arg) { pthread_mutex_lock(&a); counter++; pthread_mutex_unlock(&a); return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  pthread_mutex_lock(&b);
  counter++;
  pthread_mutex_unlock(&b);
  pthread_join(t, 0);
  return 0;
}
