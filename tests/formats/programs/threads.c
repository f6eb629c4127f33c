#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int data = 0;
void *one(void *unused) {
  pthread_mutex_lock(&lock);
  data = data + 1;
  pthread_mutex_unlock(&lock);
  return 0;
}
void *two(void *unused) {
  pthread_mutex_lock(&lock);
  data = data + 2;
  pthread_mutex_unlock(&lock);
  return 0;
}
void *three(void *unused) {
  pthread_mutex_lock(&lock);
  if (data >= 3)
    reach_error();
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_create(&c, 0, three, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
