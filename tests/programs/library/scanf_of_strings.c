/* Fields, widths, sets and counts of sscanf. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  int year, month, day, count = 0;
  char key[8], value[8];
  double real;
  long double extended;
  unsigned hexadecimal;
  assert(sscanf("2024-02-29", "%4d-%2d-%2d%n", &year, &month, &day, &count) == 3);
  assert(year == 2024 && month == 2 && day == 29 && count == 10);
  assert(sscanf("name = x y", "%7[a-z] = %7[^\n]", key, value) == 2);
  assert(strcmp(key, "name") == 0 && strcmp(value, "x y") == 0);
  assert(sscanf("2.5e1 0xff -1.25", "%lf %x %Lf", &real, &hexadecimal, &extended) == 3);
  assert(real == 25.0 && hexadecimal == 255 && extended == -1.25L);
  assert(sscanf("none", "%d", &day) == 0 && sscanf("", "%d", &day) == EOF);
  return 0;
}
