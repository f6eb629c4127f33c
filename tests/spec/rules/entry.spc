// Between the beginning and the end of main work is done, once at least; before it there is none.
OBSERVER AUTOMATON entry
INITIAL STATE Before;
STATE USEFIRST Before :
  MATCH ENTRY -> GOTO Idle;
  MATCH {work($?)} -> ERROR("before main");
STATE USEFIRST Idle :
  MATCH {work($?)} -> GOTO Done;
  MATCH EXIT -> ERROR("nothing was done");
STATE USEFIRST Done :
  MATCH EXIT -> GOTO After;
STATE USEFIRST After :
  MATCH {work($?)} -> ERROR("behind main");
END AUTOMATON
