// A completion is initialised once, before anybody completes it or waits for it; whoever wants it fresh again says
// reinit_completion, because a second init_completion forgets who waits.
OBSERVER AUTOMATON completion

LOCAL set<string> ready;

INITIAL STATE Watching;

STATE USEALL Watching :
  MATCH {init_completion($1)} -> ASSUME {$$ready[$1]} ERROR("completion initialised twice");
  MATCH {init_completion($1)} -> DO ready[$1]=true GOTO Watching;

  MATCH {reinit_completion($1)} -> ASSUME {!$$ready[$1]} ERROR("completion used before init_completion");
  MATCH {reinit_completion($1)} -> ASSUME {$$ready[$1]} GOTO Watching;

  MATCH {complete($1)} -> ASSUME {!$$ready[$1]} ERROR("completion used before init_completion");
  MATCH {complete($1)} -> ASSUME {$$ready[$1]} GOTO Watching;

  MATCH {wait_for_completion($1)} -> ASSUME {!$$ready[$1]} ERROR("completion used before init_completion");
  MATCH {wait_for_completion($1)} -> ASSUME {$$ready[$1]} GOTO Watching;

END AUTOMATON
