// counting.spc; counting holds
unsigned char __VERIFIER_nondet_uchar(void);
struct thing { int references; };
static void get(struct thing *t) { t->references++; }
static void put(struct thing *t) { t->references--; }
static void drop_all(struct thing *t) {
  while (t->references > 0) put(t);
}
int main(void) {
  struct thing t = {0};
  for (int i = __VERIFIER_nondet_uchar() % 3; i > 0; i--) get(&t);
  drop_all(&t);
}
