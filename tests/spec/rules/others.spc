// Automata that ask each other; all see the others as they were before.
OBSERVER AUTOMATON door
LOCAL int times = 0;
INITIAL STATE Shut;
STATE USEALL Shut :
  MATCH {open_door()} -> DO times = times + 1 GOTO Open;
  MATCH {shut_door()} -> ERROR("shut twice");
STATE USEALL Open :
  MATCH {shut_door()} -> GOTO Shut;
END AUTOMATON

OBSERVER AUTOMATON light
INITIAL STATE Off;
STATE USEALL Off :
  MATCH {light()} && CHECK(door, "state == Open") -> ERROR("light in an open door");
  MATCH {open_door()} && CHECK(AutomatonAnalysis_door, "state==Open") -> ERROR("the door was open before it opened");
  MATCH {walk()} && EVAL(door, "times") == 2 -> ERROR("walked behind the second time");
  MATCH {walk()} && CHECK("times == 3") -> ERROR("walked behind the third time");
END AUTOMATON

CONTROL AUTOMATON reset
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {forget()} -> MODIFY(door, "setvalue(times := 7)") GOTO Init;
END AUTOMATON
