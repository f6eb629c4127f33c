/* A reader of records that come from outside: where the record begins in a message, and how long it is.

   The check adds both, and the sum of two unsigned numbers wraps: with offset 0xFFFFFFFF and length 1 it is 0, and the
   record seems to lie inside the message. One pair of values in sixty millions shows it, so nobody would find it by
   trying; with the inputs as symbols a solver is asked for a pair.

   clew check --engine symbolic examples/record_bounds.c */
#include <stdint.h>

#define MESSAGE 64

uint32_t __VERIFIER_nondet_uint(void);

static uint8_t message[MESSAGE];

/* The first byte of a record, or -1 if it does not lie inside the message. */
static int first_byte(uint32_t offset, uint32_t length)
{
  if (length == 0 || offset + length > MESSAGE)
    return -1;
  return message[offset];
}

int main(void)
{
  uint32_t offset = __VERIFIER_nondet_uint();
  uint32_t length = __VERIFIER_nondet_uint();
  return first_byte(offset, length) > 0;
}
