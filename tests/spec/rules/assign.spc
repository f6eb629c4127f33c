// Assignments: what goes to `mode`, steps of counters, and what a pointer's members get.
OBSERVER AUTOMATON assign
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {mode = $1} -> ASSUME {$1 == 3} ERROR("mode three");
  MATCH {mode = $1} -> ASSUME {$1 != 3} GOTO Init;
END AUTOMATON

OBSERVER AUTOMATON steps
LOCAL int n = 0;
INITIAL STATE Init;
STATE USEFIRST Init :
  MATCH {count++} && n == 1 -> ERROR("a second step");
  MATCH {count++} -> DO n = n + 1 GOTO Init;
END AUTOMATON

OBSERVER AUTOMATON members
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {$1->owner = $2} -> ASSUME {$2 == 0} ERROR("no owner");
  MATCH {$1->owner = $2} -> ASSUME {$2 != 0} GOTO Init;
END AUTOMATON

OBSERVER AUTOMATON sums
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {$1 = $2 + $3} -> ASSUME {$2 < 0; $3 < 0} ERROR("two negative numbers");
  MATCH {$1 = $2 + $3} -> ASSUME {$2 >= 0 || $3 >= 0} GOTO Init;
END AUTOMATON
