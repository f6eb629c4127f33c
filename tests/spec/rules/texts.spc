// Statements by their texts.
OBSERVER AUTOMATON text
INITIAL STATE Init;
STATE USEALL Init :
  MATCH "ready  =  1;" -> GOTO Ready;
  MATCH "start(&engine);" -> ERROR("started before it was ready");
STATE USEALL Ready :
  MATCH "ready = 0;" -> GOTO Init;
END AUTOMATON

OBSERVER AUTOMATON pattern
INITIAL STATE Init;
STATE USEALL Init :
  MATCH [flags = flags \| .*;] -> GOTO Set;
  MATCH [start\(.*\);] -> ERROR("no flag was set");
STATE USEALL Set :
END AUTOMATON

OBSERVER AUTOMATON result
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {return -1} || MATCH "return 99;" -> ERROR("a bad result");
END AUTOMATON
