// Nothing is checked behind give_up.
CONTROL AUTOMATON stop
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {give_up($?)} -> STOP;
END AUTOMATON

OBSERVER AUTOMATON never
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {forbidden($?)} -> ERROR("called");
END AUTOMATON
