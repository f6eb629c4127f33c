// What trylock says decides; a lock that was not had is not unlocked.
OBSERVER AUTOMATON trylock
INITIAL STATE Free;

STATE USEALL Free :
  MATCH {$1 = mutex_trylock($2)} -> ASSUME {((int)$1) != 0} GOTO Held;
  MATCH {$1 = mutex_trylock($2)} -> ASSUME {((int)$1) == 0} GOTO Free;
  MATCH {mutex_trylock($?)} -> ERROR("nobody asks whether the lock was had");
  MATCH {mutex_unlock($?)} -> ERROR("unlocked but not locked");

STATE USEALL Held :
  MATCH {mutex_unlock($?)} -> GOTO Free;
  MATCH EXIT -> ERROR("left locked");

END AUTOMATON
