// Every USB request block that was allocated is freed, and none is freed twice, as far as their number shows. Freeing
// a null pointer is allowed and does nothing. More than eight at once are taken for a leak.
OBSERVER AUTOMATON urb

LOCAL int allocated = 0;

INITIAL STATE Counting;

STATE USEALL Counting :
  MATCH {$1=usb_alloc_urb($2,$3)} && (allocated != 8) -> ASSUME {$1!=0} DO allocated=allocated+1 GOTO Counting;
  MATCH {$1=usb_alloc_urb($2,$3)} && (allocated != 8) -> ASSUME {$1==0} GOTO Counting;
  MATCH {$1=usb_alloc_urb($2,$3)} && (allocated == 8) -> ASSUME {$1!=0} ERROR("request blocks pile up");
  MATCH {$1=usb_alloc_urb($2,$3)} && (allocated == 8) -> ASSUME {$1==0} GOTO Counting;

  MATCH {usb_free_urb($1)} && (allocated == 0) -> ASSUME {$1!=0} ERROR("request block freed that was not allocated");
  MATCH {usb_free_urb($1)} && (allocated == 0) -> ASSUME {$1==0} GOTO Counting;
  MATCH {usb_free_urb($1)} && (allocated != 0) -> ASSUME {$1!=0} DO allocated=allocated-1 GOTO Counting;
  MATCH {usb_free_urb($1)} && (allocated != 0) -> ASSUME {$1==0} GOTO Counting;

  MATCH EXIT && (allocated != 0) -> ERROR("request block never freed");

END AUTOMATON
