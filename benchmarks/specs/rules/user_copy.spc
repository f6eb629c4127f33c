// Data from a user may not arrive. The result of copy_from_user is looked at, and a call of the driver in which a copy
// failed tells the user so: it returns a negative number. The environment reports the end of such a call by
// file_operation_ends(RESULT).
OBSERVER AUTOMATON user_copy

INITIAL STATE Arrived;

STATE USEFIRST Arrived :
  MATCH {$1=copy_from_user($2,$3,$4)} -> SPLIT {((int)$1)!=0} GOTO Missing NEGATION GOTO Arrived;
  MATCH {copy_from_user($?)} -> ERROR("nobody looks whether the data arrived");
  MATCH {file_operation_ends($1)} -> GOTO Arrived;

STATE USEALL Missing :
  MATCH {file_operation_ends($1)} -> ASSUME {((int)$1)>=0} ERROR("success although data did not arrive");
  MATCH {file_operation_ends($1)} -> ASSUME {((int)$1)<0} GOTO Arrived;

END AUTOMATON
