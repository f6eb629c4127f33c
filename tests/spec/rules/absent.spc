#include mutex.spc
OBSERVER AUTOMATON absent
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {no_such_function($?)} -> ERROR("called");
  MATCH ENTRY -> GOTO Init;
END AUTOMATON
