/* Files as rules see them. */
_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void open_file(int* file) { *file = 1; }
void read_file(int* file, int count) { (void)file, (void)count; }
void close_file(int* file) { *file = 0; }
