// Many read or one writes.
OBSERVER AUTOMATON readers
LOCAL int readers = 0;
LOCAL int writers = 0;
INITIAL STATE Watching;
STATE USEFIRST Watching :
  MATCH {begin_read($?)} && writers != 0 -> ERROR("read while somebody writes");
  MATCH {begin_read($?)} -> DO readers = readers + 1 GOTO Watching;
  MATCH {end_read($?)} && readers == 0 -> ERROR("no reader is left");
  MATCH {end_read($?)} -> DO readers = readers - 1 GOTO Watching;
  MATCH {begin_write($?)} && (writers != 0 || readers != 0) -> ERROR("the writer is not alone");
  MATCH {begin_write($?)} -> DO writers = writers + 1 GOTO Watching;
  MATCH {end_write($?)} && writers == 0 -> ERROR("no writer is left");
  MATCH {end_write($?)} -> DO writers = writers - 1 GOTO Watching;
  MATCH EXIT && (readers != 0 || writers != 0) -> ERROR("somebody is left");
END AUTOMATON
