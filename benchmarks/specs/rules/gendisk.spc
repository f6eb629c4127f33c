// A disk and its request queue: the queue is there before the disk is added (after which requests come at any time) and
// is cleaned up only when the disk is taken away again. What was got is given back, once.
OBSERVER AUTOMATON gendisk

LOCAL int queue = 0;  // 1: initialised
LOCAL int disk = 0;   // 1: allocated, 2: added

INITIAL STATE Watching;

STATE USEALL Watching :
  MATCH {$1=blk_init_queue($2)} && (queue != 0) -> ERROR("second queue");
  MATCH {$1=blk_init_queue($2)} && (queue == 0) -> ASSUME {$1!=0} DO queue=1 GOTO Watching;
  MATCH {$1=blk_init_queue($2)} && (queue == 0) -> ASSUME {$1==0} GOTO Watching;

  MATCH {blk_cleanup_queue($1)} && (queue == 0) -> ERROR("queue cleaned up that was not initialised");
  MATCH {blk_cleanup_queue($1)} && (disk == 2) -> ERROR("queue cleaned up under a live disk");
  MATCH {blk_cleanup_queue($1)} && ((queue == 1) && (disk != 2)) -> DO queue=0 GOTO Watching;

  MATCH {$1=alloc_disk($2)} && (disk != 0) -> ERROR("second disk");
  MATCH {$1=alloc_disk($2)} && (disk == 0) -> ASSUME {$1!=0} DO disk=1 GOTO Watching;
  MATCH {$1=alloc_disk($2)} && (disk == 0) -> ASSUME {$1==0} GOTO Watching;

  MATCH {add_disk($1)} && (disk != 1) -> ERROR("disk added that was not just allocated");
  MATCH {add_disk($1)} && (queue == 0) -> ERROR("disk added without a queue");
  MATCH {add_disk($1)} && ((disk == 1) && (queue == 1)) -> DO disk=2 GOTO Watching;

  MATCH {del_gendisk($1)} && (disk != 2) -> ERROR("disk taken away that was not added");
  MATCH {del_gendisk($1)} && (disk == 2) -> DO disk=1 GOTO Watching;

  MATCH {put_disk($1)} && (disk != 1) -> ERROR("disk put that was not allocated or is live");
  MATCH {put_disk($1)} && (disk == 1) -> DO disk=0 GOTO Watching;

  MATCH EXIT && ((disk != 0) || (queue != 0)) -> ERROR("disk or queue never given back");

END AUTOMATON
