/* Handlers, called by pointers. */
_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
typedef void handler(int);
static handler* current;
void on_key(int key) { (void)key; }
void on_tick(int time) { (void)time; }
void add_handler(handler* h) { current = h; }
void remove_handler(handler* h) {
  if (current == h) current = 0;
}
