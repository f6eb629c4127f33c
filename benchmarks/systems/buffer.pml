/* The system of buffer.c: one Promela step for each call and each access to a global variable. Only who holds the
 * mutex touches the variables, so what the C program has loaded into a register is what the variable still holds: a
 * load changes nothing but the place in the program. A waiting thread is in the set of its condition; a signal takes
 * one out of it, with one step for each that it could be, or does nothing if nobody waits. A woken thread goes on when
 * it can have the mutex. So a state of one is a state of the other. */
#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef CONSUMERS
#define CONSUMERS 2
#endif
#ifndef SLOTS
#define SLOTS 2
#endif
#define THREADS (PRODUCERS + CONSUMERS)

bit locked;
bit waiting[THREADS]; /* a producer for not_full, a consumer for not_empty */
byte slots[SLOTS];
byte first;
byte count;

#define LOAD(variable) (variable <= 255) /* a step that is always possible; names the variable for the reduction */

inline lock() { atomic { locked == 0 -> locked = 1 } }

/* Gives the mutex up and waits; has it again some time after a signal. */
inline wait() {
  atomic { waiting[_pid] = 1; locked = 0 };
  atomic { waiting[_pid] == 0 && locked == 0 -> locked = 1 }
}

/* Wakes one of the threads begin .. end - 1, of which there are at most four. */
inline signal(begin, end) {
  atomic {
    if
    :: waiting[begin] -> waiting[begin] = 0
    :: begin + 1 < end && waiting[begin + 1] -> waiting[begin + 1] = 0
    :: begin + 2 < end && waiting[begin + 2] -> waiting[begin + 2] = 0
    :: begin + 3 < end && waiting[begin + 3] -> waiting[begin + 3] = 0
    :: else
    fi
  }
}

active [PRODUCERS] proctype producer() {
again:
  lock();
  do
  :: count == SLOTS -> wait()
  :: else -> break
  od;
  LOAD(first);
  LOAD(count);
  slots[(first + count) % SLOTS] = _pid + 1;
  LOAD(count);
  count++;
  signal(PRODUCERS, THREADS);
  atomic { locked = 0; goto again }
}

active [CONSUMERS] proctype consumer() {
again:
  lock();
  do
  :: count == 0 -> wait()
  :: else -> break
  od;
  LOAD(first);
  assert(slots[first] != 0);
  LOAD(first);
  slots[first] = 0;
  LOAD(first);
  first = (first + 1) % SLOTS;
  LOAD(count);
  count--;
  signal(0, PRODUCERS);
  atomic { locked = 0; goto again }
}
