OBSERVER AUTOMATON allocation
INITIAL STATE None;
STATE USEALL None :
  MATCH {$1 = malloc($2)} -> SPLIT {$1 != 0} GOTO Some NEGATION GOTO Failed;
STATE USEALL Some :
  MATCH {free($1)} -> GOTO None;
  MATCH EXIT -> ERROR("not freed");
STATE USEALL Failed :
  MATCH CALL {use($?)} -> ERROR("used after it failed");
END AUTOMATON
