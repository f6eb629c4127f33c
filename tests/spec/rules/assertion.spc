// Nothing fails while the device is open.
OBSERVER AUTOMATON assertion
INITIAL STATE Closed;
STATE USEALL Closed :
  MATCH {open_it()} -> GOTO Open;
STATE USEALL Open :
  MATCH {close_it()} -> GOTO Closed;
  MATCH ASSERT -> ERROR("an assertion fails while it is open");
END AUTOMATON
