// Transactions do not nest, end in one of two ways, and what is written is written in one.
OBSERVER AUTOMATON transaction
INITIAL STATE Outside;
STATE USEFIRST Outside :
  MATCH {begin_transaction($?)} -> GOTO Inside;
  MATCH {commit($?)} || MATCH {roll_back($?)} -> ERROR("ended but not begun");
STATE USEFIRST Inside :
  MATCH {commit($?)} || MATCH {roll_back($?)} -> GOTO Outside;
  MATCH {begin_transaction($?)} -> ERROR("nested");
  MATCH EXIT -> ERROR("never ended");
END AUTOMATON

OBSERVER AUTOMATON writes
INITIAL STATE Outside;
STATE USEFIRST Outside :
  MATCH {begin_transaction($?)} -> GOTO Inside;
  MATCH {write_row($?)} -> ERROR("written outside");
STATE USEFIRST Inside :
  MATCH {commit($?)} || MATCH {roll_back($?)} -> GOTO Outside;
END AUTOMATON
