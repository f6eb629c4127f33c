#include <pthread.h>

int counter;
void *add(void *arg) { counter++; return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  counter++;
  pthread_join(t, 0);
  return 0;
}
