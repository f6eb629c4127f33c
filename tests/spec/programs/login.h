/* A door. */
_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
int ask(void) { return (__VERIFIER_nondet_uchar() & 3) - 1; }
void count_refusal(void) {}
void enter(void) {}
void leave(void) {}
