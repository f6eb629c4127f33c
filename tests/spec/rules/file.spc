// A file is opened once, read while it is open, and closed before the end.
OBSERVER AUTOMATON file
LOCAL set<string> open;
INITIAL STATE Watching;
STATE USEALL Watching :
  MATCH {open_file($1)} -> ASSUME {$$open[$1]} ERROR("opened twice");
  MATCH {open_file($1)} -> DO open[$1] = true GOTO Watching;
  MATCH {read_file($1, $2)} -> ASSUME {!$$open[$1]} ERROR("read though it is not open");
  MATCH {read_file($1, $2)} -> ASSUME {$$open[$1]} GOTO Watching;
  MATCH {close_file($1)} -> ASSUME {!$$open[$1]} ERROR("closed though it is not open");
  MATCH {close_file($1)} -> DO open[$1] = false GOTO Watching;
  MATCH EXIT -> ASSUME {!$$open.empty} ERROR("left open");
  MATCH EXIT -> ASSUME {$$open.empty} GOTO Watching;
END AUTOMATON
