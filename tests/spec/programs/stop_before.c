// stop.spc; stop holds; never holds
void give_up(void) {}
void forbidden(void) {}
int main(void) {
  give_up();
  forbidden();
}
