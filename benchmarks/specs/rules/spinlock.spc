// A spinlock is never taken by its holder, who would spin for ever; only its holder gives it back; none is held at the
// end. The variants that keep interrupts away follow the same rule.
OBSERVER AUTOMATON spinlock

LOCAL set<string> held;

INITIAL STATE Watching;

STATE USEALL Watching :
  MATCH {spin_lock($1)} -> ASSUME {$$held[$1]} ERROR("spinlock taken twice");
  MATCH {spin_lock($1)} -> DO held[$1]=true GOTO Watching;

  MATCH {spin_lock_irqsave($1,$2)} -> ASSUME {$$held[$1]} ERROR("spinlock taken twice");
  MATCH {spin_lock_irqsave($1,$2)} -> DO held[$1]=true GOTO Watching;

  MATCH {$1=spin_trylock($2)} -> ASSUME {$$held[$2]} ERROR("spinlock tried by its holder");
  MATCH {$1=spin_trylock($2)} -> ASSUME {((int)$1)!=0} DO held[$2]=true GOTO Watching;
  MATCH {$1=spin_trylock($2)} -> ASSUME {((int)$1)==0} GOTO Watching;

  MATCH {spin_unlock($1)} -> ASSUME {!$$held[$1]} ERROR("spinlock given back that was not taken");
  MATCH {spin_unlock($1)} -> DO held[$1]=false GOTO Watching;

  MATCH {spin_unlock_irqrestore($1,$2)} -> ASSUME {!$$held[$1]} ERROR("spinlock given back that was not taken");
  MATCH {spin_unlock_irqrestore($1,$2)} -> DO held[$1]=false GOTO Watching;

  MATCH EXIT -> ASSUME {!$$held.empty} ERROR("spinlock still held at the end");
  MATCH EXIT -> ASSUME {$$held.empty} GOTO Watching;

END AUTOMATON
