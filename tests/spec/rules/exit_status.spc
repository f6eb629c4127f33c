// The program never gives up with a status of 7, and never aborts.
OBSERVER AUTOMATON exit_status
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {exit($1)} -> ASSUME {$1 == 7} ERROR("seven");
  MATCH {exit($1)} -> ASSUME {$1 != 7} GOTO Init;
  MATCH {abort()} -> ERROR("aborted");
END AUTOMATON
