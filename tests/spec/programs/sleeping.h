/* Interrupts, and what may wait. */
_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
enum {
  WAIT = 1,
  NOW = 2
};
void disable(void) {}
void enable(void) {}
static char memory[64];
void* allocate(unsigned size, int how) { return how == NOW && size > 64 ? 0 : memory; }
