/* A device with phases. */
_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void configure(int speed) { (void)speed; }
void start(void) {}
void stop(void) {}
void release(void) {}
