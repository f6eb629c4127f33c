// Between the call of work and its return, step is called; before and behind it is not.
OBSERVER AUTOMATON order
INITIAL STATE Outside;
STATE USEALL Outside :
  MATCH CALL {work($?)} -> GOTO Inside;
  MATCH FUNCTIONCALL "step" -> ERROR("a step outside of work");
STATE USEALL Inside :
  MATCH FUNCTIONCALL "step" -> GOTO Stepped;
  MATCH RETURN {work($?)} -> ERROR("work without a step");
STATE USEALL Stepped :
  MATCH RETURN {work($?)} -> GOTO Outside;
END AUTOMATON
