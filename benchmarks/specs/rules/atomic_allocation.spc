// Who holds a spinlock must not sleep, and an allocation with GFP_KERNEL (208) may. GFP_ATOMIC (32) is the flag for
// such places. Without a spinlock every allocation is fine.
OBSERVER AUTOMATON atomic_allocation

LOCAL set<string> held;

INITIAL STATE Watching;

STATE USEALL Watching :
  MATCH {spin_lock($1)} -> DO held[$1]=true GOTO Watching;
  MATCH {spin_lock_irqsave($1,$2)} -> DO held[$1]=true GOTO Watching;
  MATCH {$1=spin_trylock($2)} -> ASSUME {((int)$1)!=0} DO held[$2]=true GOTO Watching;
  MATCH {$1=spin_trylock($2)} -> ASSUME {((int)$1)==0} GOTO Watching;
  MATCH {spin_unlock($1)} -> DO held[$1]=false GOTO Watching;
  MATCH {spin_unlock_irqrestore($1,$2)} -> DO held[$1]=false GOTO Watching;

  MATCH {$1=kmalloc($2,$3)} -> ASSUME {!$$held.empty; ((int)$3)==208} ERROR("kmalloc may sleep under a spinlock");
  MATCH {$1=kmalloc($2,$3)} -> GOTO Watching;
  MATCH {$1=kzalloc($2,$3)} -> ASSUME {!$$held.empty; ((int)$3)==208} ERROR("kzalloc may sleep under a spinlock");
  MATCH {$1=kzalloc($2,$3)} -> GOTO Watching;

END AUTOMATON
