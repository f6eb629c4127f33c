/* Functions that rules look for; what they do is no matter. */
struct mutex {
  int word;
};
void mutex_lock(struct mutex* m) { m->word = 1; }
void mutex_unlock(struct mutex* m) { m->word = 0; }
unsigned char __VERIFIER_nondet_uchar(void);
int mutex_trylock(struct mutex* m) { return m->word = __VERIFIER_nondet_uchar() & 1; }
