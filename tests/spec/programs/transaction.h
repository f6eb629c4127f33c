/* A database. */
_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
void begin_transaction(void) {}
void commit(void) {}
void roll_back(void) {}
void write_row(int row) { (void)row; }
