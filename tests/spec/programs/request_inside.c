// request.spc; request holds
void answer(int number) { (void)number; }
void request(int number) { answer(number); }
int main(void) {
  request(1);
  request(2);
}
