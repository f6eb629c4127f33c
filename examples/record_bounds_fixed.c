/* The twin of record_bounds.c: the check subtracts instead of adding, from a number that is known to be large enough, so
   nothing wraps. That it holds for all 2^64 pairs is a few questions to a solver.

   clew check --engine symbolic examples/record_bounds_fixed.c */
#include <stdint.h>

#define MESSAGE 64

uint32_t __VERIFIER_nondet_uint(void);

static uint8_t message[MESSAGE];

/* The first byte of a record, or -1 if it does not lie inside the message. */
static int first_byte(uint32_t offset, uint32_t length)
{
  if (length == 0 || length > MESSAGE || offset > MESSAGE - length)
    return -1;
  return message[offset];
}

int main(void)
{
  uint32_t offset = __VERIFIER_nondet_uint();
  uint32_t length = __VERIFIER_nondet_uint();
  return first_byte(offset, length) > 0;
}
