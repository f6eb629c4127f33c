// Functions that the compiler knows are calls like any other.
OBSERVER AUTOMATON builtin
INITIAL STATE Init;
STATE USEFIRST Init :
  MATCH {memcpy($1, $2, $3)} -> ASSUME {(int)$3 == 8} ERROR("eight bytes");
  MATCH {memset($?)} -> GOTO Set;
STATE USEFIRST Set :
  MATCH {printf("%s %d\n", $1, 3)} -> GOTO Init;
END AUTOMATON
