// A device is configured, started, stopped and released, in this order; it may be started again before its release.
OBSERVER AUTOMATON phases
INITIAL STATE Fresh;
STATE USEFIRST Fresh :
  MATCH FUNCTIONCALL "configure" -> GOTO Configured;
  MATCH FUNCTIONCALL "start" || MATCH FUNCTIONCALL "stop" || MATCH FUNCTIONCALL "release" -> ERROR("used before it is configured");
STATE USEFIRST Configured :
  MATCH FUNCTIONCALL "start" -> GOTO Running;
  MATCH FUNCTIONCALL "stop" -> ERROR("stopped but not started");
  MATCH FUNCTIONCALL "release" -> GOTO Released;
STATE USEFIRST Running :
  MATCH FUNCTIONCALL "configure" -> ERROR("configured while it runs");
  MATCH FUNCTIONCALL "start" -> ERROR("started twice");
  MATCH FUNCTIONCALL "stop" -> GOTO Configured;
  MATCH FUNCTIONCALL "release" || MATCH EXIT -> ERROR("not stopped");
STATE USEFIRST Released :
  MATCH FUNCTIONCALL "configure" || MATCH FUNCTIONCALL "start" || MATCH FUNCTIONCALL "stop" || MATCH FUNCTIONCALL "release" -> ERROR("used after its release");
END AUTOMATON
