// One statement in many forms: each must be met once.
OBSERVER AUTOMATON forms
LOCAL int n = 0;
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {*list = 1} -> DO n = n + 1 GOTO Init;
  MATCH {list[1] = 2} -> DO n = n + 1 GOTO Init;
  MATCH {*(p + 2) = 3} -> DO n = n + 1 GOTO Init;
  MATCH {p--} -> DO n = n + 1 GOTO Init;
  MATCH {p -= x} -> DO n = n + 1 GOTO Init;
  MATCH {x += -4} -> DO n = n + 1 GOTO Init;
  MATCH {b = x} -> DO n = n + 1 GOTO Init;
  MATCH {x = b} -> DO n = n + 1 GOTO Init;
  MATCH {x = !b} -> DO n = n + 1 GOTO Init;
  MATCH {x = -x} -> DO n = n + 1 GOTO Init;
  MATCH {x = ~x & 0xff} -> DO n = n + 1 GOTO Init;
  MATCH {both.small = 7} -> DO n = n + 1 GOTO Init;
  MATCH {first.head.tag = RED} -> DO n = n + 1 GOTO Init;
  MATCH {[b]} -> DO n = n + 1 GOTO Init;
  MATCH {[!p]} -> DO n = n + 1 GOTO Init;
  MATCH {first = *q} -> DO n = n + 1 GOTO Init;
  MATCH {counter += 2} -> DO n = n + 1 GOTO Init;
  MATCH EXIT && n == 17 -> ERROR("all were met");
END AUTOMATON
