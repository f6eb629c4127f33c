/* The system of philosophers.c. The processes are active from the start, so every stored state is one
 * with all philosophers at the table; a lock is one atomic step, an unlock another. */
#ifndef N
#define N 8
#endif
#define FIRST  (_pid == N - 1 -> 0 : _pid)
#define SECOND (_pid == N - 1 -> _pid : _pid + 1)

bit forks[N];

active [N] proctype philosopher() {
  do
  :: atomic { forks[FIRST] == 0 -> forks[FIRST] = 1 };
     atomic { forks[SECOND] == 0 -> forks[SECOND] = 1 };
     forks[SECOND] = 0;
     forks[FIRST] = 0
  od
}
