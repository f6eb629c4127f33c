// A write and what is seen of it are one step, whatever other threads do.
OBSERVER AUTOMATON writes
INITIAL STATE Free;
STATE USEALL Free :
  MATCH {held = 1} -> GOTO Held;
STATE USEALL Held :
  MATCH {held = 1} -> ERROR("taken twice");
  MATCH {held = 0} -> GOTO Free;
END AUTOMATON
