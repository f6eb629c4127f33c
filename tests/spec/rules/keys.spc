// A set has the texts of arguments, not their values.
OBSERVER AUTOMATON keys
LOCAL set<string> open = ["&standard"];
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {begin($1)} -> DO open[$1] = true GOTO Init;
  MATCH {begin($1)} -> ASSUME {$$open[$1]} ERROR("begun twice");
  MATCH {end($1)} -> DO open[$1] = false GOTO Init;
  MATCH {end($1)} -> ASSUME {!$$open[$1]} ERROR("ended without a beginning");
END AUTOMATON
