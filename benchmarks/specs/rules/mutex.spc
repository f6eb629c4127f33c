// A mutex is taken by somebody who does not hold it, given back by somebody who does, and nobody holds one when the
// module is gone. Locks are told apart by the text of the argument.
OBSERVER AUTOMATON mutex

LOCAL set<string> held;

INITIAL STATE Watching;

STATE USEALL Watching :
  MATCH {mutex_lock($1)} -> ASSUME {$$held[$1]} ERROR("mutex taken twice");
  MATCH {mutex_lock($1)} -> DO held[$1]=true GOTO Watching;

  // 0 says that the lock was taken, anything else that a signal came first.
  MATCH {$1=mutex_lock_interruptible($2)} -> ASSUME {$$held[$2]} ERROR("mutex taken twice");
  MATCH {$1=mutex_lock_interruptible($2)} -> ASSUME {((int)$1)==0} DO held[$2]=true GOTO Watching;
  MATCH {$1=mutex_lock_interruptible($2)} -> ASSUME {((int)$1)!=0} GOTO Watching;

  // Here 0 says that somebody else has it.
  MATCH {$1=mutex_trylock($2)} -> ASSUME {$$held[$2]} ERROR("mutex tried by its holder");
  MATCH {$1=mutex_trylock($2)} -> ASSUME {((int)$1)!=0} DO held[$2]=true GOTO Watching;
  MATCH {$1=mutex_trylock($2)} -> ASSUME {((int)$1)==0} GOTO Watching;

  MATCH {mutex_unlock($1)} -> ASSUME {!$$held[$1]} ERROR("mutex given back that was not taken");
  MATCH {mutex_unlock($1)} -> DO held[$1]=false GOTO Watching;

  MATCH EXIT -> ASSUME {!$$held.empty} ERROR("mutex still held at the end");
  MATCH EXIT -> ASSUME {$$held.empty} GOTO Watching;

END AUTOMATON
