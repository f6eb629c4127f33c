// At most 16 bytes are copied, and never from a place to itself.
OBSERVER AUTOMATON sizes
INITIAL STATE Watching;
STATE USEALL Watching :
  MATCH {copy($1, $2, $3)} -> ASSUME {((unsigned)$3) > 16} ERROR("too large");
  MATCH {copy($1, $2, $3)} -> ASSUME {((unsigned)$3) <= 16; $1 == $2} ERROR("to itself");
  MATCH {copy($1, $2, $3)} -> ASSUME {((unsigned)$3) <= 16; $1 != $2} GOTO Watching;
END AUTOMATON
