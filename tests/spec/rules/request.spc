// Every request is answered before the next one, and only then.
OBSERVER AUTOMATON request
INITIAL STATE Idle;
STATE USEFIRST Idle :
  MATCH CALL {request($?)} -> GOTO Asked;
  MATCH CALL {answer($?)} -> ERROR("nobody asked");
STATE USEFIRST Asked :
  MATCH CALL {answer($?)} -> GOTO Idle;
  MATCH CALL {request($?)} -> ERROR("the last one is not answered");
  MATCH EXIT -> ERROR("never answered");
END AUTOMATON
