/* The system of peterson.c: one Promela step for each load or store of a shared variable. What the C program
 * does between two of them (the next thread to compare with, the next level) belongs to the step before, hence
 * `atomic`. Clew stores no dead values, so variables of a process are 0 here where the C program no longer needs
 * its own. What was loaded from `visits` is still there when it is stored, unless two threads are inside, which the
 * assertion excludes. So a state of one is a state of the other: same place, same l and other, same shared variables. */
#ifndef N
#define N 3
#endif
#ifndef VISITS
#define VISITS 2
#endif

byte level[N];
byte victim[N];
byte inside;
byte visits;

/* The first thread to compare with, and the one after `other`; N if there is none. */
#define FIRST (_pid == 0 -> 1 : 0)
#define AFTER (other + 1 == _pid -> other + 2 : other + 1)

/* `other` is out of the way: on to the next thread, else to the next level, else into the critical section. */
inline proceed() {
  other = AFTER;
  if
  :: other < N -> goto compare
  :: else ->
     other = 0;
     l++;
     if
     :: l < N -> goto climb
     :: else -> l = 0; goto critical
     fi
  fi
}

active [N] proctype contender() {
  byte l = 1;
  byte other = 0;
climb:
  level[_pid] = l;
  atomic { victim[l] = _pid; other = FIRST };
compare:
  atomic {
    if
    :: level[other] >= l /* unless the victim is another */
    :: else -> proceed()
    fi
  };
  atomic {
    if
    :: victim[l] == _pid -> goto compare
    :: else -> proceed()
    fi
  };
critical:
  inside = _pid;
  visits <= VISITS; /* the load */
  visits = (visits + 1) % VISITS;
  assert(inside == _pid);
  atomic { level[_pid] = 0; l = 1; goto climb }
}
