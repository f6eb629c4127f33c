// A stack has room for three.
OBSERVER AUTOMATON stack
LOCAL int height = 0;
INITIAL STATE Watching;
STATE USEFIRST Watching :
  MATCH {push($?)} && height == 3 -> ERROR("full");
  MATCH {push($?)} -> DO height = height + 1 GOTO Watching;
  MATCH {pop($?)} && height == 0 -> ERROR("empty");
  MATCH {$1 = pop($?)} && height == 0 -> ERROR("empty");
  MATCH {pop($?)} || MATCH {$1 = pop($?)} -> DO height = height - 1 GOTO Watching;
END AUTOMATON
