/* Each thread has its own copy of thread-local variables, pointers among them. */
#include <assert.h>
#include <pthread.h>

static _Thread_local int mine = 5;
static _Thread_local struct { char c; long long l; } record = {'x', -1};
static int *others;

static void *look(void *argument) {
  assert(mine == 5 && record.l == -1);
  mine = *(int *)argument, record.c = 'y';
  assert(&mine != argument && *others == 9);
  return 0;
}

int main(void) {
  pthread_t thread;
  mine = 9, others = &mine;
  pthread_create(&thread, 0, look, &mine);
  pthread_join(thread, 0);
  assert(mine == 9 && record.c == 'x');
  return 0;
}
