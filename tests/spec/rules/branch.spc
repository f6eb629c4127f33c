// What a program does behind a comparison.
OBSERVER AUTOMATON branch
INITIAL STATE Unknown;
STATE USEALL Unknown :
  MATCH {[length == 0]} -> GOTO Empty;
  MATCH {[!(length == 0)]} -> GOTO Full;
  MATCH {take($?)} -> ERROR("taken unasked");
STATE USEALL Empty :
  MATCH {take($?)} -> ERROR("taken from nothing");
  MATCH {[length != 0]} -> GOTO Full;
STATE USEALL Full :
  MATCH {[length == 0]} -> GOTO Empty;
END AUTOMATON

OBSERVER AUTOMATON cases
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {[kind == $1]} -> ASSUME {$1 == 7} ERROR("the seventh kind");
  MATCH {[kind == $1]} -> ASSUME {$1 != 7} GOTO Init;
END AUTOMATON
