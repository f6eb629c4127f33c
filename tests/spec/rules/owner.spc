// Methods: an owner is acquired once, and released before the end of main.
OBSERVER AUTOMATON owner
LOCAL set<string> acquired;
INITIAL STATE Watching;
STATE USEALL Watching :
  MATCH {acquire($1)} -> ASSUME {$$acquired[$1]} ERROR("acquired twice");
  MATCH {acquire($1)} -> DO acquired[$1] = true GOTO Watching;
  MATCH {give_back($1)} -> ASSUME {!$$acquired[$1]} ERROR("not acquired");
  MATCH {give_back($1)} -> DO acquired[$1] = false GOTO Watching;
  MATCH EXIT -> ASSUME {!$$acquired.empty} ERROR("left acquired");
  MATCH EXIT -> ASSUME {$$acquired.empty} GOTO Watching;
END AUTOMATON
