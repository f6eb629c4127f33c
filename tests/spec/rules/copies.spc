OBSERVER AUTOMATON copies
LOCAL int count = 0;
INITIAL STATE Init;
STATE USEFIRST Init :
  MATCH {strcpy($1, $2)} && count == 2 -> ERROR("a third copy");
  MATCH {strcpy($1, $2)} -> DO count = count + 1 GOTO Init;
END AUTOMATON
