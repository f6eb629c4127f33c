// memory.spc; part undecided; global undecided; local undecided; bits undecided; cast irrelevant
struct item { char name; int users; int flag : 3, level : 3; };
enum state { OPEN, CLOSED } state;
struct { short limit; } table[4] = {{0}, {0}, {9}};
unsigned char total = 9;
void use(struct item *i) { (void)i; }
int main(void) {
  struct item one = {'a', 1, 1, 2};
  use(&one);  // nothing is called place here
}
