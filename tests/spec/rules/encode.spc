// Variables in C: balances of what is opened.
OBSERVER AUTOMATON balance
INITIAL STATE Init;
STATE USEALL Init :
  MATCH ENTRY -> ENCODE {int open = 0; unsigned char wraps = 255;} GOTO Run;
STATE USEALL Run :
  MATCH {$1 = obtain($2)} -> SPLIT {((int)$1) != 0} ENCODE {open = open + $2; wraps++;} GOTO Run NEGATION GOTO Run;
  MATCH {release($1)} -> ASSUME {open - $1 >= 0} ENCODE {open -= $1;} GOTO Run;
  MATCH {release($1)} -> ASSUME {open - $1 < 0} ERROR("more than there is");
  MATCH EXIT -> ASSUME {open != 0} ERROR("not all is released");
  MATCH EXIT -> ASSUME {open == 0 && wraps > 200} ERROR("nothing was had");
  MATCH EXIT -> ASSUME {open == 0 && wraps <= 200} GOTO Run;
END AUTOMATON
