// The arguments of f are assumed to be positive: other paths are none.
CONTROL AUTOMATON positive
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {f($1)} -> ASSUME {$1 > 0} GOTO Init;
END AUTOMATON

OBSERVER AUTOMATON never
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {forbidden($?)} -> ERROR("called");
END AUTOMATON
