// others.spc; door violated shut twice; light violated light in an open door; reset irrelevant
#include <clew.h>
void open_door(void) {}
void shut_door(void) {}
void light(void) {}
int main(void) {
  if (!clew_choose(2)) shut_door();
  open_door();  // door goes on when its own error was told, since light asks for it
  light();
}
