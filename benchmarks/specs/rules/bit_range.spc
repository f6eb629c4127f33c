// Bit operations stay inside of their word of 32 bits, and a search for a bit does not begin behind the end of what it
// searches. This rule has no memory: it judges the values of arguments, whatever happened before.
OBSERVER AUTOMATON bit_range

INITIAL STATE Watching;

STATE USEALL Watching :
  MATCH {set_bit($1,$2)} -> ASSUME {((unsigned int)$1)>=32} ERROR("bit set outside of its word");
  MATCH {set_bit($1,$2)} -> ASSUME {((unsigned int)$1)<32} GOTO Watching;

  MATCH {clear_bit($1,$2)} -> ASSUME {((unsigned int)$1)>=32} ERROR("bit cleared outside of its word");
  MATCH {clear_bit($1,$2)} -> ASSUME {((unsigned int)$1)<32} GOTO Watching;

  MATCH {$1=test_bit($2,$3)} -> ASSUME {((unsigned int)$2)>=32} ERROR("bit tested outside of its word");
  MATCH {$1=test_bit($2,$3)} -> ASSUME {((unsigned int)$2)<32} GOTO Watching;

  MATCH {$1=find_next_bit($2,$3,$4)} -> ASSUME {((int)$4)>((int)$3)} ERROR("search begins behind the end");
  MATCH {$1=find_next_bit($2,$3,$4)} -> ASSUME {((int)$4)<=((int)$3)} GOTO Watching;

END AUTOMATON
