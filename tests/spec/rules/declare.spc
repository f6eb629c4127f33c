// A declaration with a value is an assignment; a pattern with a type is a declaration only.
OBSERVER AUTOMATON any
LOCAL int n = 0;
INITIAL STATE Init;
STATE USEFIRST Init :
  MATCH {x = $?} && n == 1 -> ERROR("twice");
  MATCH {x = $?} -> DO n = n + 1 GOTO Init;
END AUTOMATON

OBSERVER AUTOMATON declared
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {unsigned x = $1} -> ASSUME {$1 == 5} ERROR("declared as five");
  MATCH {unsigned x = $1} -> ASSUME {$1 != 5} GOTO Init;
END AUTOMATON
