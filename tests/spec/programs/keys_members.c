// keys.spc; keys holds
struct inner { long pad; int lock; };
struct outer { int id; struct inner in, *out, many[3]; };
struct outer global, *pointer = &global, table[2];
void begin(int *p) { (void)p; }
void end(int *p) { (void)p; }
static void work(struct outer *o, int i) {
  begin(&o->in.lock);
  begin(&o->out->lock);
  begin(&o->many[i].lock);
  begin(&o->many[1].lock);
  begin(&table[i].in.lock);
  begin(&global.in.lock);
  begin(&pointer->in.lock);
  end(&pointer->in.lock);
  end(&global.in.lock);
  end(&table[i].in.lock);
  end(&o->many[1].lock);
  end(&o->many[i].lock);
  end(&o->out->lock);
  end(&o->in.lock);
}
int main(void) {
  struct inner separate;
  global.out = &separate;
  work(&global, 1);
}
