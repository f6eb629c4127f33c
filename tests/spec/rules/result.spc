// What make gives is looked at by SPLIT; a null must not be used.
OBSERVER AUTOMATON result
INITIAL STATE Unknown;
STATE USEALL Unknown :
  MATCH RETURN {$1 = make($?)} -> SPLIT {((int)$1) != 0} GOTO Good NEGATION GOTO Null;
  MATCH {use($?)} -> ERROR("nothing was made");
STATE USEALL Good :
  MATCH RETURN {$1 = make($?)} -> SPLIT {((int)$1) != 0} GOTO Good NEGATION GOTO Null;
STATE USEALL Null :
  MATCH RETURN {$1 = make($?)} -> SPLIT {((int)$1) != 0} GOTO Good NEGATION GOTO Null;
  MATCH {use($?)} -> ERROR("used though it was not made");
END AUTOMATON
