/* Readers and writers. */
_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
void begin_read(void) {}
void end_read(void) {}
void begin_write(void) {}
void end_write(void) {}
