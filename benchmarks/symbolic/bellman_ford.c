/* Shortest paths by Bellman and Ford, as in the Eureka benchmarks: NODES nodes and EDGES edges, whose ends and weights
   are unknown. No weight is negative, so no distance is: safe. -DUNSAFE allows weights of -1: violated. */
#include "inputs.h"

#ifndef NODES
#define NODES 3
#endif
#ifndef EDGES
#define EDGES 5
#endif
#ifdef UNSAFE
#define LEAST_WEIGHT -1
#else
#define LEAST_WEIGHT 0
#endif

#define MOST_WEIGHT 100
#define FAR_AWAY 899

static int unknown_between(int least, int most) {
  int value = __VERIFIER_nondet_int();
  __VERIFIER_assume(value >= least && value <= most);
  return value;
}

int main(void) {
  int from[EDGES], to[EDGES], weight[EDGES];
  for (int i = 0; i < EDGES; i++) {
    from[i] = unknown_between(0, NODES - 1);
    to[i] = unknown_between(0, NODES - 1);
    weight[i] = unknown_between(LEAST_WEIGHT, MOST_WEIGHT);
  }

  int distance[NODES];
  for (int i = 0; i < NODES; i++) distance[i] = i == 0 ? 0 : FAR_AWAY;
  for (int round = 0; round < NODES; round++)
    for (int i = 0; i < EDGES; i++)
      if (distance[to[i]] > distance[from[i]] + weight[i]) distance[to[i]] = distance[from[i]] + weight[i];

  for (int i = 0; i < NODES; i++) assert(distance[i] >= 0);
  return 0;
}
