// memory.spc; part holds; global holds; local holds; bits holds; cast holds
struct item { char name; int users; int flag : 3, level : 3; };
enum state { OPEN, CLOSED } state;
struct { short limit; } table[4] = {{0}, {0}, {9}};
unsigned char total = 9;
void hide(void *p) { (void)p; }
void use(struct item *i) { (void)i; }
int main(void) {
  struct item one = {'a', 1, 1, 2};
  int number = 5, *place = &number;
  {
    int other = 4, *place = &other;
    (void)place;
  }
  use(&one);
  use(0);
  hide(&one);
  return *place == 4;
}
