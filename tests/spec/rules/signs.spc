// Comparisons are C's: by the types of what is compared.
OBSERVER AUTOMATON negative
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {take($1)} -> ASSUME {$1 < 0} ERROR("negative");
  MATCH {take($1)} -> ASSUME {$1 >= 0} GOTO Init;
END AUTOMATON

OBSERVER AUTOMATON wide
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {take($1)} -> ASSUME {((unsigned char)$1) == 255 && ($1 & 0xFF00) != 0} ERROR("more than a byte of ones");
  MATCH {take($1)} -> ASSUME {!(((unsigned char)$1) == 255 && ($1 & 0xFF00) != 0)} GOTO Init;
END AUTOMATON

OBSERVER AUTOMATON literal
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {take(42)} || MATCH {take(-3)} -> ERROR("an argument that must not be written");
END AUTOMATON
