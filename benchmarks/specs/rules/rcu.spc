// Read sides of RCU may nest and are all left; pointers are fetched inside of one only; who waits for all readers
// (synchronize_rcu) is not a reader, or it would wait for itself. A depth of more than four is a leak.
OBSERVER AUTOMATON rcu

LOCAL int depth = 0;

INITIAL STATE Watching;

STATE USEALL Watching :
  MATCH {rcu_read_lock($?)} && (depth == 4) -> ERROR("read side entered again and again");
  MATCH {rcu_read_lock($?)} && (depth != 4) -> DO depth=depth+1 GOTO Watching;

  MATCH {rcu_read_unlock($?)} && (depth == 0) -> ERROR("read side left that was not entered");
  MATCH {rcu_read_unlock($?)} && (depth != 0) -> DO depth=depth-1 GOTO Watching;

  MATCH {$1=rcu_dereference($2)} && (depth == 0) -> ERROR("pointer fetched outside of a read side");
  MATCH {$1=rcu_dereference($2)} && (depth != 0) -> GOTO Watching;

  MATCH {synchronize_rcu($?)} && (depth != 0) -> ERROR("reader waits for all readers");
  MATCH {synchronize_rcu($?)} && (depth == 0) -> GOTO Watching;

  MATCH EXIT && (depth != 0) -> ERROR("read side not left at the end");

END AUTOMATON
