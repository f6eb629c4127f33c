// others.spc; door holds; light holds; reset holds
void open_door(void) {}
void shut_door(void) {}
void light(void) {}
void walk(void) {}
void forget(void) {}
int main(void) {
  open_door();
  forget();
  shut_door();
  open_door();
  walk();
}
