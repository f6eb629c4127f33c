// References are counted, and two are the most.
OBSERVER AUTOMATON counting
LOCAL int count = 0;
INITIAL STATE Counting;

STATE USEFIRST Counting :
  MATCH {get($?)} && (count == 2) -> ERROR("more than two");
  MATCH {get($?)} -> DO count = count + 1 GOTO Counting;
  MATCH {put($?)} && (count != 0) -> DO count = count - 1 GOTO Counting;
  MATCH {put($?)} -> ERROR("none is left");
  MATCH EXIT && (count != 0) -> ERROR("not all are given back");

END AUTOMATON
