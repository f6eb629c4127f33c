/* A mutex that nobody holds may be destroyed, and made anew. */
#include <pthread.h>

int main(void) {
  pthread_mutex_t lock;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_init(&lock, 0);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_mutex_destroy(&lock);
  }
  return 0;
}
