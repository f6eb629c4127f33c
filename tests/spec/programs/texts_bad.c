// texts.spc; text violated started before it was ready; pattern violated no flag was set; result violated a bad result
int ready, engine, flags;
int start(int *e) { if (*e) return -1; *e = 1; return 99; }
int main(void) {
  ready = 1;
  ready = 2 - 2;
  flags = 4;
  start(&engine);
  return 0;
}
