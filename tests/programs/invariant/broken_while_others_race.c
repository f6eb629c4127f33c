// In the state in which the invariant is broken, the next accesses to y race as well.
#include <pthread.h>

static int x, y;

static void *writes(void *unused)
{
  __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
  y = 1;
  return unused;
}

static void *reads(void *unused)
{
  int seen = y;
  (void)seen;
  return unused;
}

int main(void)
{
  pthread_t first, second;
  pthread_create(&first, NULL, writes, NULL);
  pthread_create(&second, NULL, reads, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
