// Calls of the library with assumptions about variables of the program.
OBSERVER AUTOMATON scope
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {$1 = malloc($2)} -> ASSUME {$1 != 0 && size == 8 && $2 == size * 2} GOTO Had;
  MATCH {$1 = malloc($2)} -> ASSUME {!($1 != 0 && size == 8 && $2 == size * 2)} GOTO Init;
STATE USEALL Had :
  MATCH {free($1)} -> ASSUME {$1 == block && other.kept == 0} ERROR("not kept");
  MATCH {free($1)} -> ASSUME {!($1 == block && other.kept == 0)} GOTO Init;
  MATCH {$1 = $2 + 1} -> ASSUME {$2 == 3} ERROR("one of the result");
  MATCH {$1 = $2 + 1} -> ASSUME {$2 != 3} GOTO Had;
END AUTOMATON
