/* Atomic operations of 1 to 8 bytes, on pointers, and on structures of 12 bytes. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic long long wide = 0xfffffffe;
static _Atomic(int *) pointer;
static atomic_uchar small;
static atomic_ulong word;
static struct { int pad; long long value; } odd;
typedef struct { int a, b, c; } triple;
static _Atomic triple three;
typedef struct { int *p; unsigned tag; } tagged;
static _Atomic tagged top;
static int zero;

static void *add(void *unused) {
  wide++, small += 200, atomic_fetch_sub(&word, 1);
  __atomic_fetch_add(&odd.value, 1LL << 31, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  add(0);
  pthread_join(thread, 0);
  assert(wide == 0x100000000LL && small == 144 && word == 0xfffffffe && odd.value == 1LL << 32);
  int *none = 0;
  assert(atomic_compare_exchange_strong(&pointer, &none, &zero) && pointer == &zero);
  assert(!atomic_compare_exchange_strong(&pointer, &none, &zero) && none == &zero);
  triple t = {1, 2, 3};
  atomic_store(&three, t);
  triple u = atomic_load(&three);
  assert(u.c == 3);
  tagged old = atomic_load(&top), new = {&zero, old.tag + 1};
  assert(atomic_compare_exchange_strong(&top, &old, new));
  old = atomic_load(&top);
  assert(old.p == &zero && old.tag == 1);
  return 0;
}
