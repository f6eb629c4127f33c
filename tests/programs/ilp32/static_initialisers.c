/* Globals that refer to each other, to functions and into arrays of structures. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

struct entry { char key; const char *text; int (*call)(int); struct entry *next; long long wide; };
static int plus(int x) { return x + 1; }
static int minus(int x) { return x - 1; }
static struct entry table[3] = {{'a', "first", plus, &table[2], 1LL << 40}, {'b', "second" + 3, minus, NULL, -1}, {'c', 0, 0, table + 1, 5}};
static int numbers[10], *middle = &numbers[5], *end = numbers + 10;
static const uintptr_t address = (uintptr_t)&numbers[3];
static double reals[] = {1.5, -2.5};
static long double extended[2] = {1.25L, 2.5L};
static _Bool flag = &numbers[0] != 0;

int main(void) {
  assert(table[0].next->next->text[0] == 'o' && table[0].call(1) == 2 && table[0].next->next->call(1) == 0);
  assert(table[0].wide == 1LL << 40 && table[1].wide == -1 && sizeof *table == 24);
  assert(end - middle == 5 && address == (uintptr_t)(middle - 2));
  assert(reals[1] == -2.5 && extended[1] == 2.5L && flag);
  return 0;
}
