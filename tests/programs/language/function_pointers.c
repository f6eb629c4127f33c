/* Functions called through pointers, tables and parameters must be the ones that were stored. */
#include <assert.h>
#include <clew.h>
#include <stdio.h>

typedef int (*operation)(int, int);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }

static const operation table[3] = {add, subtract, multiply};

static operation choose(char sign) {
  return sign == '+' ? add : sign == '-' ? subtract : &multiply;
}

static int fold(operation f, const int *values, int n) {
  int result = values[0];
  for (int i = 1; i < n; i++)
    result = (*f)(result, values[i]);
  return result;
}

int main(void) {
  int values[4] = {2, 3, 4, 5};
  for (int i = 0; i < 3; i++)
    printf("%d ", fold(table[i], values, 4));
  printf("\n");
  assert(choose('+') == table[0] && choose('-') != choose('*'));
  int i = clew_choose(3);
  assert(table[i](6, 3) == (i == 0 ? 9 : i == 1 ? 3 : 18));
  return 0;
}
