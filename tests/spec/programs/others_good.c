// others.spc; door holds; light holds; reset irrelevant
void open_door(void) {}
void shut_door(void) {}
void light(void) {}
void walk(void) {}
void forget(void) {}
int main(void) {
  open_door();
  walk();
  shut_door();
  light();
}
