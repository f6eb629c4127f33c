// Every mutex is held once: what the library does and what the automaton sees of it are one step.
OBSERVER AUTOMATON pthread
LOCAL set<string> held;
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {pthread_mutex_lock($1)} -> DO held[$1] = true GOTO Init;
  MATCH {pthread_mutex_lock($1)} -> ASSUME {$$held[$1]} ERROR("locked twice");
  MATCH {pthread_mutex_unlock($1)} -> DO held[$1] = false GOTO Init;
  MATCH {pthread_mutex_unlock($1)} -> ASSUME {!$$held[$1]} ERROR("unlocked but not locked");
END AUTOMATON
