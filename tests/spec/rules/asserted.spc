OBSERVER AUTOMATON asserted
LOCAL int calls = 0;
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {f($?)} -> ASSERT calls != 2 DO calls = calls + 1 GOTO Init;
END AUTOMATON
