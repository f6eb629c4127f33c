/* Questions and answers. */
_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void request(int number) { (void)number; }
void answer(int number) { (void)number; }
