// The search ends at a call of enough.
OBSERVER AUTOMATON break
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {enough()} -> BREAK;
END AUTOMATON

OBSERVER AUTOMATON never
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {forbidden()} -> ERROR("called");
END AUTOMATON
