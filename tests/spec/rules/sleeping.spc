// Who has disabled interrupts must not wait, and enables them again; what is waited for is told by a number.
OBSERVER AUTOMATON sleeping
INITIAL STATE Enabled;
STATE USEALL Enabled :
  MATCH {disable($?)} -> GOTO Disabled;
STATE USEALL Disabled :
  MATCH {enable($?)} -> GOTO Enabled;
  MATCH {allocate($1, $2)} || MATCH {$3 = allocate($1, $2)} -> ASSUME {((int)$2) == 1} ERROR("it may wait");
  MATCH {allocate($1, $2)} || MATCH {$3 = allocate($1, $2)} -> ASSUME {((int)$2) != 1} GOTO Disabled;
END AUTOMATON

OBSERVER AUTOMATON interrupts
LOCAL int depth = 0;
INITIAL STATE Watching;
STATE USEALL Watching :
  MATCH {disable($?)} && depth == 0 -> DO depth = 1 GOTO Watching;
  MATCH {disable($?)} && depth != 0 -> ERROR("disabled twice");
  MATCH {enable($?)} && depth == 0 -> ERROR("enabled twice");
  MATCH {enable($?)} && depth != 0 -> DO depth = 0 GOTO Watching;
  MATCH EXIT && depth != 0 -> ERROR("left disabled");
END AUTOMATON
