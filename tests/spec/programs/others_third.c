// others.spc; door holds; light violated walked behind the third time; reset irrelevant
void open_door(void) {}
void shut_door(void) {}
void light(void) {}
void walk(void) {}
void forget(void) {}
int main(void) {
  open_door();
  shut_door();
  open_door();
  shut_door();
  open_door();
  walk();
}
