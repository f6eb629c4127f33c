/* printf must honour flags, widths, precisions and length modifiers. */
#include <stdio.h>

int main(void) {
  printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d]\n", 42, 42, 42, 42, 42, 42);
  printf("[%x] [%X] [%#x] [%o] [%#o] [%u]\n", 255, 255, 255, 8, 8, 3000000000u);
  printf("[%ld] [%lu] [%lld] [%hd] [%hhd] [%zu]\n", -5000000000L, 18446744073709551615UL,
         -9223372036854775807LL - 1, (short)-3, (signed char)-4, sizeof(long));
  printf("[%s] [%10s] [%-10s] [%.3s] [%8.2s]\n", "clew", "clew", "clew", "clew", "clew");
  printf("[%c] [%3c] [%-3c] [%%]\n", 'x', 'y', 'z');
  printf("[%.3d] [%8.3d] [%-8.3d] [%.0d]\n", 7, 7, 7, 0);
  printf("[%*d] [%-*d] [%.*s]\n", 6, 1, 6, 2, 2, "abc");
  printf("[%f] [%.2f] [%10.3f] [%-10.1f] [%+.1f] [%010.2f]\n", 3.14159, 3.14159, 3.14159, 3.14159,
         3.14159, -3.14159);
  printf("[%e] [%.2E] [%g] [%g] [%g] [%G]\n", 1234.5, 0.00012, 100000.0, 1000000.0, 0.0001, 1e-10);
  printf("[%.0f] [%.0f] [%.1f] [%#.0f]\n", 0.5, 1.5, 0.05, 2.0);
  return 0;
}
