// Operators of C in assumptions; what has no value does not hold.
OBSERVER AUTOMATON division
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {pair($1, $2)} -> ASSUME {$1 / $2 == -3 && $1 % $2 == -1} ERROR("towards zero");
  MATCH {pair($1, $2)} -> GOTO Init;
END AUTOMATON

OBSERVER AUTOMATON shifts
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {pair($1, $2)} -> ASSUME {($1 >> 1 ^ -4) == 0 && 1 << $2 == 4} ERROR("shifted");
  MATCH {pair($1, $2)} -> GOTO Init;
END AUTOMATON

OBSERVER AUTOMATON choice
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {pair($1, $2)} -> ASSUME {($2 ? $1 / $2 : 77) == 77} ERROR("no divisor");
  MATCH {pair($1, $2)} -> GOTO Init;
END AUTOMATON
