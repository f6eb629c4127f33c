// A handler is registered before it is called, and not twice.
OBSERVER AUTOMATON handlers
LOCAL set<string> known;
INITIAL STATE Watching;
STATE USEALL Watching :
  MATCH {add_handler($1)} -> ASSUME {$$known[$1]} ERROR("added twice");
  MATCH {add_handler($1)} -> DO known[$1] = true GOTO Watching;
  MATCH {remove_handler($1)} -> ASSUME {!$$known[$1]} ERROR("removed but not added");
  MATCH {remove_handler($1)} -> DO known[$1] = false GOTO Watching;
  MATCH {on_key($?)} || MATCH {on_tick($?)} -> ASSUME {$$known.empty} ERROR("called though there is none");
  MATCH {on_key($?)} || MATCH {on_tick($?)} -> ASSUME {!$$known.empty} GOTO Watching;
END AUTOMATON
