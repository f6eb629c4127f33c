// keys.spc; keys holds
struct node { int *one, *other; };
void begin(int *p) {}
void end(int *p) {}
int main(void) {
  struct node n, *q = &n;
  begin(q->one);
  begin(q->other);
  end(q->one);
  begin(n.one);
  end(q->other);
  end(n.one);
}
