// References to the module: none is put that was not got, all are put at the end. More than eight at once are taken
// for a leak.
OBSERVER AUTOMATON module_reference

LOCAL int references = 0;

INITIAL STATE Counting;

STATE USEALL Counting :
  // try_module_get may fail: the module is just being removed.
  MATCH {$1=try_module_get($2)} && (references != 8) ->
      ASSUME {((int)$1)!=0} DO references=references+1 GOTO Counting;
  MATCH {$1=try_module_get($2)} && (references != 8) -> ASSUME {((int)$1)==0} GOTO Counting;
  MATCH {$1=try_module_get($2)} && (references == 8) -> ASSUME {((int)$1)!=0} ERROR("references pile up");
  MATCH {$1=try_module_get($2)} && (references == 8) -> ASSUME {((int)$1)==0} GOTO Counting;

  MATCH {__module_get($1)} && (references != 8) -> DO references=references+1 GOTO Counting;
  MATCH {__module_get($1)} && (references == 8) -> ERROR("references pile up");

  MATCH {module_put($1)} && (references == 0) -> ERROR("reference put that was not got");
  MATCH {module_put($1)} && (references != 0) -> DO references=references-1 GOTO Counting;

  MATCH EXIT && (references != 0) -> ERROR("reference never put");

END AUTOMATON
