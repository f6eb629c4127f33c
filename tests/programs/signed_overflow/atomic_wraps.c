/* Arithmetic of atomic read-modify-write operations wraps around by definition. */
#include <limits.h>
#include <stdatomic.h>

static atomic_int value = INT_MAX;

int main(void) {
  atomic_fetch_add(&value, 1);
  return atomic_load(&value) == INT_MIN ? 0 : 1;
}
