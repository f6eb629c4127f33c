// Readers may nest, a writer is alone: it comes when nobody reads or writes, and while it is there nobody reads. What
// was taken is given back in the same way. More than four readers in one thread are readers that forgot to leave.
// All read-write locks of a module count as one.
OBSERVER AUTOMATON rwlock

LOCAL int readers = 0;
LOCAL int writers = 0;

INITIAL STATE Watching;

STATE USEALL Watching :
  MATCH {read_lock($1)} && (writers != 0) -> ERROR("read lock taken by the writer");
  MATCH {read_lock($1)} && (readers == 4) -> ERROR("read lock taken again and again");
  MATCH {read_lock($1)} && ((writers == 0) && (readers != 4)) -> DO readers=readers+1 GOTO Watching;

  MATCH {read_unlock($1)} && (readers == 0) -> ERROR("read lock given back that was not taken");
  MATCH {read_unlock($1)} && (readers != 0) -> DO readers=readers-1 GOTO Watching;

  MATCH {write_lock($1)} && (writers != 0) -> ERROR("write lock taken twice");
  MATCH {write_lock($1)} && (readers != 0) -> ERROR("write lock taken by a reader");
  MATCH {write_lock($1)} && ((writers == 0) && (readers == 0)) -> DO writers=1 GOTO Watching;

  MATCH {write_unlock($1)} && (writers == 0) -> ERROR("write lock given back that was not taken");
  MATCH {write_unlock($1)} && (writers != 0) -> DO writers=0 GOTO Watching;

  MATCH EXIT && ((readers != 0) || (writers != 0)) -> ERROR("read-write lock still held at the end");

END AUTOMATON
