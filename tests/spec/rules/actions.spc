// An assumption sees the variables as the actions leave them.
OBSERVER AUTOMATON actions
LOCAL int n = 0;
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {tick($?)} -> ASSUME {$$n == 3} DO n = n + 1 ERROR("the third tick");
  MATCH {tick($?)} -> ASSUME {$$n != 3} DO n = n + 1 PRINT "ticks: " n GOTO Init;
END AUTOMATON
