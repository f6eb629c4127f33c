// stop.spc; never violated called; options: --without stop
void give_up(void) {}
void forbidden(void) {}
int main(void) {
  give_up();
  forbidden();
}
