// Two threads take turns.
OBSERVER AUTOMATON turns
INITIAL STATE Idle;
STATE USEALL Idle :
  MATCH {enter($?)} -> GOTO Busy;
STATE USEALL Busy :
  MATCH {enter($?)} -> ERROR("two at once");
  MATCH {leave($?)} -> GOTO Idle;
END AUTOMATON
