// Assumptions about the program's memory.
OBSERVER AUTOMATON part
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {use($1)} -> ASSUME {$1 != 0 && $1->users == 0} ERROR("nobody uses it");
  MATCH {use($1)} -> ASSUME {$1 == 0 || $1->users != 0} GOTO Init;
END AUTOMATON

OBSERVER AUTOMATON global
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {use($?)} -> ASSUME {table[2].limit < total || state == CLOSED} ERROR("too much");
  MATCH {use($?)} -> ASSUME {table[2].limit >= total && state != CLOSED} GOTO Init;
END AUTOMATON

OBSERVER AUTOMATON local
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {use($?)} -> ASSUME {*place == 4} ERROR("four");
  MATCH {use($?)} -> ASSUME {!(*place == 4)} GOTO Init;
END AUTOMATON

OBSERVER AUTOMATON bits
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {use($1)} -> ASSUME {$1 != NULL && $1->level == -2} ERROR("level");
  MATCH {use($1)} -> ASSUME {$1 == NULL || $1->level != -2} GOTO Init;
END AUTOMATON

OBSERVER AUTOMATON cast
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {hide($1)} -> ASSUME {((struct item *)$1)->users == 0} ERROR("hidden, and nobody uses it");
  MATCH {hide($1)} -> ASSUME {((struct item *)$1)->users != 0} GOTO Init;
END AUTOMATON
