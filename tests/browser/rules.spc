// Four rules: two that rules.c breaks, one that it keeps, and one about functions that it does not have.
OBSERVER AUTOMATON mutex
LOCAL set<string> held;
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {mutex_lock($1)} -> ASSUME {$$held[$1]} ERROR("locked twice");
  MATCH {mutex_lock($1)} -> DO held[$1] = true GOTO Init;
  MATCH {mutex_unlock($1)} -> DO held[$1] = false GOTO Init;
END AUTOMATON

OBSERVER AUTOMATON opened
LOCAL int count = 0;
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {device_open($?)} -> DO count = count + 1 GOTO Init;
  MATCH {device_close($?)} -> DO count = count - 1 GOTO Init;
  MATCH EXIT -> ASSUME {$$count > 0} ERROR("left open");
END AUTOMATON

OBSERVER AUTOMATON order
INITIAL STATE Init;
STATE USEFIRST Init :
  MATCH {device_open($?)} -> GOTO Open;
  MATCH {device_close($?)} -> ERROR("closed before it was opened");
STATE USEFIRST Open :
  MATCH {device_close($?)} -> GOTO Init;
END AUTOMATON

OBSERVER AUTOMATON timers
INITIAL STATE Init;
STATE USEFIRST Init :
  MATCH {timer_stop($?)} -> ERROR("stopped a timer that does not run");
END AUTOMATON
