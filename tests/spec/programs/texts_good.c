// texts.spc; text holds; pattern holds; result irrelevant
int ready, engine, flags;
int start(int *e) { *e = 1; return 98; }
int main(void) {
  ready = 1;
  flags |= 4;
  start(&engine);
  ready = 0;
  return 0;
}
