// memory.spc; part violated nobody uses it; global violated too much; local violated four; bits violated level; cast violated hidden, and nobody uses it
struct item { char name; int users; int flag : 3, level : 3; };
enum state { OPEN, CLOSED } state;
struct { short limit; } table[4] = {{0}, {0}, {-9}};
unsigned char total = 9;
void hide(void *p) { (void)p; }
void use(struct item *i) { (void)i; }
int main(void) {
  struct item one = {'a', 0, 1, -2}, *p = &one;
  int number = 5, *place = &number;
  {
    int other = 4, *place = &other;
    use(p);
    (void)place;
  }
  hide(p);
  return *place == 4;
}
