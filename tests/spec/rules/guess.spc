// An automaton that guesses: one of the marked calls, any of them, and the next call of after must not follow it.
OBSERVER AUTOMATON guess
INITIAL STATE Waiting;
STATE USEALL Waiting :
  MATCH {mark($?)} -> GOTO Waiting;
  MATCH {mark($?)} -> GOTO Marked;
STATE USEALL Marked :
  MATCH {mark($?)} -> INACTIVE;
  MATCH {after($?)} -> GOTO Bad;
TARGET STATE Bad :
END AUTOMATON
