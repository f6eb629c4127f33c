extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
extern void *malloc(unsigned long) __attribute__((__nothrow__, __leaf__)) __attribute__((__malloc__));
extern void free(void *) __attribute__((__nothrow__, __leaf__));

int main() {
  char *p = malloc(4);
  if (!p) return 0;
  for (int i = 0; i < 4; i++) p[i] = i < 3 ? 'a' : 0;
  while (__VERIFIER_nondet_bool() && *p != 0) p++;
  free(p);
  return 0;
}
