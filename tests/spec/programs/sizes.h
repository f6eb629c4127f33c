/* What is copied. */
_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
unsigned __VERIFIER_nondet_uint(void);
void copy(char* to, const char* from, unsigned count) { (void)to, (void)from, (void)count; }
