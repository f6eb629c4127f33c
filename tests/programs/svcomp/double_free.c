extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
extern void *malloc(unsigned long) __attribute__((__nothrow__, __leaf__)) __attribute__((__malloc__));
extern void free(void *) __attribute__((__nothrow__, __leaf__));

int main() {
  int *p = malloc(sizeof(int)), *q = __VERIFIER_nondet_bool() ? p : malloc(sizeof(int));
  if (!p || !q) abort();
  free(p);
  free(q);
  return 0;
}
