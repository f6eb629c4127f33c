/* sem_getvalue is safe for the semaphore, not for the variable that it fills. */
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int value;

static void *look(void *unused) { return value ? unused : 0; }

int main(void) {
  pthread_t a;
  sem_init(&semaphore, 0, 1);
  pthread_create(&a, 0, look, 0);
  sem_getvalue(&semaphore, &value);
  pthread_join(a, 0);
  return 0;
}
