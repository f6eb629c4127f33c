// A number is not taken twice, and the first one is taken from the start.
OBSERVER AUTOMATON numbers
LOCAL set<int> taken = [1];
INITIAL STATE Init;

STATE USEALL Init :
  MATCH {take($1)} -> ASSUME {$$taken[$1]} ERROR("taken twice");
  MATCH {take($1)} -> DO taken[$1] = true GOTO Init;
  MATCH {give($1)} -> DO taken[$1] = false GOTO Init;

END AUTOMATON
