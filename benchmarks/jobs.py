#!/usr/bin/env python3
"""Two workers against one on a search of at least 5 million states: wall-clock time of the search.

Both must give the same verdict and count the same states, depth first and breadth first. Exits with 1 if not, or if
two are not 1.8 times as fast depth first, which is Clew's order unless told otherwise.
"""

import argparse
import os
import sys
from pathlib import Path

from common import DEFAULT_CLEW, SYSTEMS, Checked, check, has_option, mark, not_there_yet, print_table, unreduced

GOAL = 1.8
LEAST_STATES = 5_000_000
PHILOSOPHERS, QUICK_PHILOSOPHERS = 13, 10
REPEATS = 2
GOAL_ORDER = "dfs"
ORDERS = (GOAL_ORDER, "bfs")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", type=Path, default=DEFAULT_CLEW, help="the clew program to measure")
    parser.add_argument("--quick", action="store_true", help="a small search; the answers count, not the time")
    options = parser.parse_args()
    if not has_option(options.clew, "--jobs"):
        print(not_there_yet("--jobs"))
        return 1
    if (os.cpu_count() or 1) < 2:
        print("this machine has one core: the time of two workers means nothing")
    n = QUICK_PHILOSOPHERS if options.quick else PHILOSOPHERS
    results = [(order, *measure(options.clew, n, order)) for order in ORDERS]
    print_table(
        ["search", "philosophers", "states", "1 worker, s", "2 workers, s", "times", "1 worker, B/st", "2 workers, B/st"],
        [[order, str(n), f"{one.states:,}", f"{one.seconds:.2f}", f"{two.seconds:.2f}", f"{one.seconds / two.seconds:.2f}",
          f"{one.statistics['bytes_per_state']:.1f}", f"{two.statistics['bytes_per_state']:.1f}"]
         for order, one, two in results])
    return 0 if all([report(order, one, two, options.quick) for order, one, two in results]) else 1


def measure(clew: Path, n: int, order: str) -> tuple[Checked, Checked]:
    """One worker and two in turn; the fastest run of each."""
    runs: dict[str, list[Checked]] = {"1": [], "2": []}
    for _ in range(REPEATS):
        for jobs, found in runs.items():
            found.append(check(clew, SYSTEMS / "philosophers.c", *unreduced(clew), "--search", order, "--jobs", jobs,
                               flags=(f"-DN={n}",)))
    one, two = (min(found, key=lambda run: run.seconds) for found in runs.values())
    return one, two


def report(order: str, one: Checked, two: Checked, quick: bool) -> bool:
    good = one.safe and two.safe and one.states == two.states
    if not good:
        print(f"ERROR: {order}: one worker: {one.verdict}, {one.states:,} states; two: {two.verdict}, {two.states:,}")
    if quick:
        return good
    if one.states < LEAST_STATES:
        print(f"ERROR: {order}: only {one.states:,} states")
        good = False
    if order != GOAL_ORDER:
        return good
    factor = one.seconds / two.seconds
    print(f"{order}: two workers are {factor:.2f} times as fast as one, target {GOAL}: {mark(factor >= GOAL)}")
    return good and factor >= GOAL


if __name__ == "__main__":
    sys.exit(main())
