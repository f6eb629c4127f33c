/* A stack. */
_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
static int values[3], height;
void push(int value) { values[height++] = value; }
int pop(void) { return values[--height]; }
