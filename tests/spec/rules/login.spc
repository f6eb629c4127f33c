// Only who was let in enters; after three refusals nobody asks again.
OBSERVER AUTOMATON login
LOCAL int refused = 0;
INITIAL STATE Out;
STATE USEFIRST Out :
  MATCH {$1 = ask($?)} && refused == 3 -> ERROR("asked a fourth time");
  MATCH {$1 = ask($?)} -> SPLIT {((int)$1) > 0} GOTO In NEGATION GOTO Refused;
  MATCH {enter($?)} -> ERROR("entered without leave");
STATE USEFIRST Refused :
  MATCH {count_refusal($?)} -> DO refused = refused + 1 GOTO Out;
  MATCH {$1 = ask($?)} -> ERROR("asked again at once");
  MATCH {enter($?)} -> ERROR("entered without leave");
STATE USEFIRST In :
  MATCH {leave($?)} -> DO refused = 0 GOTO Out;
END AUTOMATON
