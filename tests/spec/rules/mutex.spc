// A mutex is not locked twice, not unlocked unless it is locked, and not left locked.
OBSERVER AUTOMATON mutex
LOCAL set<string> held;
INITIAL STATE Init;

STATE USEALL Init :
  MATCH {mutex_lock($1)} -> ASSUME {$$held[$1]} ERROR("locked twice");
  MATCH {mutex_lock($1)} -> DO held[$1] = true GOTO Init;
  MATCH {mutex_unlock($1)} -> ASSUME {!$$held[$1]} ERROR("unlocked but not locked");
  MATCH {mutex_unlock($1)} -> DO held[$1] = false GOTO Init;
  MATCH EXIT -> ASSUME {$$held.empty} GOTO Init;
  MATCH EXIT -> ASSUME {!$$held.empty} ERROR("left locked");

END AUTOMATON
