/* The system of election.c: one Promela step for each access to a link or to `leaders`, with what the C program does
 * up to its next one. A link is a channel of one message with one sender and one receiver (xs, xr), which is what
 * SPIN's reduction builds on. To see that a link is empty and to send are two steps. Polling in vain leads back to the
 * same state, so to leave it out, as is done without -DPOLL, takes away transitions and no state. Clew stores no
 * dead values, so variables of a process are 0 here where the C program no longer needs its own. Then a state of one
 * is a state of the other. */
#ifndef N
#define N 3
#endif
#define ELECTED (N + 1)
#define OWN     (N - _pid)

chan links[N] = [1] of { byte };
byte leaders;

#ifdef POLL
#define OR_POLL(condition, here) :: condition -> goto here
#else
#define OR_POLL(condition, here)
#endif
#define AWAIT_ROOM(here) here: if :: nfull(out) OR_POLL(full(out), here) fi

active [N] proctype node() {
  chan in = links[_pid];
  chan out = links[(_pid + 1) % N];
  byte message;
  bit leads;
  xr in;
  xs out;
  AWAIT_ROOM(begin);
  out!OWN;
wait:
  do
  :: atomic {
       in?message ->
       if
       :: message == OWN -> message = 0; goto win
       :: message == ELECTED && leads -> message = 0; leads = 0; goto finish
       :: message == ELECTED && !leads -> message = 0; goto tell
       :: message > OWN && message != ELECTED -> goto pass
       :: message < OWN -> message = 0 /* swallowed */
       fi
     }
  OR_POLL(empty(in), wait)
  od;
win:
  atomic { assert(leaders == 0); leaders++; leads = 1 };
  AWAIT_ROOM(proclaim);
  out!ELECTED;
  goto wait;
finish:
  leaders = 0;
  goto begin;
  AWAIT_ROOM(tell);
  out!ELECTED;
  goto begin;
  AWAIT_ROOM(pass);
  out!message;
  message = 0; /* SPIN merges it into the step before */
  goto wait
}
