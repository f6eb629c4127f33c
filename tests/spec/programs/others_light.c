// others.spc; door holds; light violated light in an open door; reset irrelevant
void open_door(void) {}
void shut_door(void) {}
void light(void) {}
void walk(void) {}
void forget(void) {}
int main(void) {
  open_door();
  light();
}
