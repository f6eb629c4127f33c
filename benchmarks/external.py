#!/usr/bin/env python3
"""The tables of the paper on external program model checking (seed 001), reprinted for the programs in external/.

Philosophers that deadlock, breadth first, depth first and directed; the 8-puzzle with every layout of the files; a search
that is larger than the memory it may take (larger_than_memory.py); and the caches. The paper's figures stand beside Clew's.
Exits with 1 if a verdict is not as expected or a goal is missed. README.md explains the columns.
"""

import argparse
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import larger_than_memory
from common import DEFAULT_CLEW, FOLDER, mark, print_table
from measured_run import MEGABYTE, Measured, bitcode, choices_of, knows, measure

PROGRAMS = FOLDER / "external"
PARTS = ("philosophers", "puzzle", "larger", "caches")

MOST_SECONDS = 60.0
MOST_MEMORY = 300  # MB, for 300 philosophers
MOST_DISK = 500  # MB
GOAL_PHILOSOPHERS = 300
GIVE_UP = ("--time-limit", "600")

# Races between n threads are looked for in n^2 pairs, and StEAM does not look for them at all.
PROPERTIES = ("--property=-data-race",)
MOST_BLOCKED = ("--heuristic", "most-blocked")


@dataclass(frozen=True)
class Paper:
    """A line of the paper. Sizes are in MB, times in seconds."""

    states: int
    path: int
    memory: int
    disk: int
    seconds: int


@dataclass(frozen=True)
class Table:
    title: str
    search: str
    options: tuple[str, ...]
    sizes: tuple[int, ...]
    quick: tuple[int, ...]
    paper: dict[tuple[int, str], Paper]  # by size and store; in memory is its collapse compression, or else its original


REVERSED = ("--arg", "reversed")  # of the philosophers, see the program
MINUTE, HOUR, GIGABYTE = 60, 3600, 1000
TABLES = (
    Table("Table 1: philosophers, breadth first", "bfs", (), (5, 6, 7, 8), (5, 6), {
        (5, "memory"): Paper(78_173, 19, 233, 0, 346),
        (6, "external"): Paper(642_982, 22, 195, 568, 90 * MINUTE),
        (7, "external"): Paper(546_995, 25, 233, 8_600, 50 * HOUR),
    }),
    Table("Table 2: philosophers, depth first", "dfs", REVERSED, (20, 25, 50), (20,), {
        (20, "memory"): Paper(48_998, 3_898, 426, 0, 587),
        (25, "memory"): Paper(76_954, 5_123, 405, 0, 17 * MINUTE),
        (50, "external"): Paper(304_929, 10_938, 343, 3 * GIGABYTE, 4 * HOUR),
    }),
    Table("Table 3: philosophers, best first, most-blocked", "best", MOST_BLOCKED, (50, 100, 150, 300, 1000), (50,), {
        (50, "memory"): Paper(9_465, 353, 211, 0, 10 * MINUTE),
        (100, "memory"): Paper(36_430, 703, 566, 0, 160 * MINUTE),
        (150, "external"): Paper(80_895, 1_053, 256, 2_300, 14 * HOUR),
        (300, "external"): Paper(319_290, 2_103, 545, 19 * GIGABYTE, 104 * HOUR),
    }),
)

# Table 4, and how many moves each instance is away from 012345678.
PUZZLES = {"207165384": 15, "267105384": 16, "267150384": 17, "267154380": 18, "267154308": 19}
PUZZLE_STORES = (("memory", ""), ("external", "single"), ("external", "blocks"), ("external", "hashed"), ("strict", ""))
PUZZLE_PAPER = {
    ("207165384", "memory"): Paper(248_243, 141, 294, 0, 3_798),
    ("267105384", "memory"): Paper(437_400, 150, 407, 0, 6_776),
    ("267150384", "memory"): Paper(607_331, 159, 509, 0, 9_490),
    ("267154380", "memory"): Paper(840_493, 168, 648, 0, 13_310),
    ("267154308", "memory"): Paper(1_405_027, 177, 974, 0, 21_713),
    ("207165384", "single"): Paper(248_243, 141, 173, 64, 4_503),
    ("267105384", "single"): Paper(437_400, 150, 193, 112, 9_324),
    ("267150384", "single"): Paper(607_331, 159, 212, 156, 14_574),
    ("267154380", "single"): Paper(840_493, 168, 237, 215, 23_296),
    ("207165384", "hashed"): Paper(248_243, 141, 173, 71, 4_422),
    ("267105384", "hashed"): Paper(437_400, 150, 197, 123, 8_553),
    ("267150384", "hashed"): Paper(607_331, 159, 216, 167, 12_955),
    ("267154380", "hashed"): Paper(840_493, 168, 237, 228, 18_479),
}

CACHES = ("lru", "lfu", "fifo", "lifo", "fwf", "two-dimensional", "none")
CACHE_SIZE = "1M"  # small enough to miss
# Order, options, size, size with --quick.
CACHED_SEARCHES = (("bfs", (), 7, 5), ("dfs", REVERSED, 50, 20), ("best", MOST_BLOCKED, 100, 30))

HEADER = ["states", "paper", "path", "paper", "MB", "paper", "disk MB", "paper", "s", "paper"]


@dataclass
class Bench:
    """What every part needs, and what has gone wrong so far."""

    clew: Path
    scratch: Path
    programs: Path  # where the bitcode is
    quick: bool
    problems: list[str] = field(default_factory=list)

    def program(self, name: str) -> Path:
        target = self.programs / f"{name}.bc"
        return target if target.exists() else bitcode(PROGRAMS / f"{name}.cpp", self.programs)

    def run(self, what: str, program: str, argument: str, search: str, store: str, *options: str,
            expected: str) -> Measured | None:
        """None if this clew has no such search or store."""
        if not knows(self.clew, search, store):
            self.problems.append(f"{what}: not there yet")
            return None
        print(what, file=sys.stderr, flush=True)
        run = measure(self.clew, self.program(program), self.scratch, store, "--quiet", "--arg", argument,
                      "--search", search, *GIVE_UP, *options)
        if run.answer != expected:
            self.problems.append(f"{what}: {run.answer}, not {expected}")
        return run

    def goal(self, goal: str, found: str, reached: bool) -> None:
        print(f"{goal}: {found}: {mark(reached)}")
        if not reached and not self.quick:
            self.problems.append(f"{goal}: {found}")


def main() -> int:
    options = parse_options()
    with tempfile.TemporaryDirectory(prefix="clew-bench-") as folder:
        bench = Bench(options.clew, options.scratch, Path(folder), options.quick)
        if "philosophers" in options.parts:
            show_philosophers(bench)
        if "puzzle" in options.parts:
            show_puzzles(bench)
        if "larger" in options.parts:
            bench.problems += larger_than_memory.show(options, Path(folder))
        if "caches" in options.parts:
            show_caches(bench)
    print()
    for problem in bench.problems:
        print(f"MISSED: {problem}")
    return 1 if bench.problems else 0


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", type=Path, default=DEFAULT_CLEW, help="the clew program to measure")
    parser.add_argument("--quick", action="store_true", help="small sizes: the answers count, not the goals")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, metavar="PART", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--scratch", type=Path, default=FOLDER.parent / "build", metavar="DIR",
                        help="where the runs' directories go; on a disk (default: build)")
    larger_than_memory.add_options(parser)
    options = parser.parse_args()
    options.scratch.mkdir(parents=True, exist_ok=True)
    return options


# ---- Tables 1 to 3 ----


def show_philosophers(bench: Bench) -> None:
    for table in TABLES:
        sizes = table.quick if bench.quick else table.sizes
        runs = {(size, store): philosophers(bench, table, size, store) for size in sizes for store in ("memory", "external")}
        print(f"\n{table.title} (the paper's figures behind each)")
        print_table(["philosophers", "store", *HEADER],
                    [[str(size), store, *cells(run, table.paper.get((size, store)))] for (size, store), run in runs.items()])
        if table.search == "bfs":
            confirm_lengths(bench, runs)
        if run := runs.get((GOAL_PHILOSOPHERS, "external")):
            report_goal(bench, run)


def philosophers(bench: Bench, table: Table, size: int, store: str) -> Measured | None:
    return bench.run(f"{size} philosophers, {table.search}, {store}", "philosophers", str(size), table.search, store,
                     *table.options, *PROPERTIES, expected="violated (deadlock)")


def confirm_lengths(bench: Bench, runs: dict[tuple[int, str], Measured | None]) -> None:
    """Breadth-first and A* must agree, and with 3p: each philosopher reads a pointer, locks, and reads the other pointer.

    most-blocked never says too much here: a step blocks at most one philosopher, since a fork has two users.
    """
    rows = []
    for size in dict.fromkeys(size for size, _ in runs):
        star = bench.run(f"{size} philosophers, astar", "philosophers", str(size), "astar", "memory", *MOST_BLOCKED,
                         *PROPERTIES, expected="violated (deadlock)")
        lengths = [str(run.path_length) if run else "-" for run in (runs[size, "memory"], runs[size, "external"], star)]
        same = set(lengths) <= {"-", str(3 * size)}
        rows.append([str(size), *lengths, f"{star.states:,}" if star else "-", "" if "-" in lengths else mark(same)])
        if not same:
            bench.problems.append(f"{size} philosophers: paths of {', '.join(lengths)} steps, the shortest has {3 * size}")
    print("\nLengths of the counterexamples, confirmed by A*")
    print_table(["philosophers", "bfs", "bfs external", "astar", "states of astar", ""], rows)


def report_goal(bench: Bench, run: Measured) -> None:
    memory, disk = run.peak_bytes / MEGABYTE, run.disk_bytes / MEGABYTE
    bench.goal(f"{GOAL_PHILOSOPHERS} philosophers, external, under {MOST_SECONDS:.0f} s, {MOST_MEMORY} MB, "
               f"{MOST_DISK} MB of disk", f"{run.seconds:.1f} s, {memory:.0f} MB, {disk:.0f} MB",
               run.seconds < MOST_SECONDS and memory < MOST_MEMORY and disk < MOST_DISK)


def cells(run: Measured | None, paper: Paper | None) -> list[str]:
    own = ([f"{run.states:,}", f"{run.path_length:,}", f"{run.peak_bytes / MEGABYTE:.0f}",
            f"{run.disk_bytes / MEGABYTE:.1f}", f"{run.seconds:.2f}"] if run else ["-"] * 5)
    other = ([f"{paper.states:,}", f"{paper.path:,}", f"{paper.memory:,}", f"{paper.disk:,}", f"{paper.seconds:,}"]
             if paper else [""] * 5)
    return [cell for pair in zip(own, other) for cell in pair]


# ---- Table 4 ----


def show_puzzles(bench: Bench) -> None:
    rows, runs = [], []
    for instance, moves in list(PUZZLES.items())[:1 if bench.quick else None]:
        for store, layout in PUZZLE_STORES:
            name = layout or store
            run = bench.run(f"{instance}, {store} {layout}".rstrip(), "puzzle", instance, "bfs", store,
                            *(("--layout", layout) if layout else ()), expected="violated (assert)")
            rows.append([instance, f"external, {layout}" if layout else store,
                         *cells(run, PUZZLE_PAPER.get((instance, name)))])
            if run and run.path_length != moves:
                bench.problems.append(f"{instance}, {name}: a solution of {run.path_length} moves, the shortest has {moves}")
            runs.append(run)
    print("\nTable 4: 8-puzzle, breadth first; a step is a move here, in the paper a ninth of one")
    print_table(["instance", "store", *HEADER], rows)
    if all(runs):
        slowest = max(run.seconds for run in runs)
        bench.goal(f"each instance under {MOST_SECONDS:.0f} s with every store", f"{slowest:.2f} s at most",
                   slowest < MOST_SECONDS)


# ---- caches ----


def show_caches(bench: Bench) -> None:
    policies = [policy for policy in CACHES if policy in choices_of(bench.clew, "--cache")]
    if not policies:
        bench.problems.append("caches: not there yet")
        return
    rows = []
    for search, options, size, quick_size in CACHED_SEARCHES:
        argument = str(quick_size if bench.quick else size)
        for policy in policies:
            run = bench.run(f"{argument} philosophers, {search}, cache {policy}", "philosophers", argument, search,
                            "external", "--cache", policy, "--cache-size", CACHE_SIZE, *options, *PROPERTIES,
                            expected="violated (deadlock)")
            if run:
                rows.append([f"{search}, {argument}", policy, *cache_cells(run)])
    print(f"\nCaches of {CACHE_SIZE}: philosophers, external, by order and policy")
    print_table(["order, philosophers", "cache", "hits", "misses", "hit rate", "read MB", "s"], rows)


def cache_cells(run: Measured) -> list[str]:
    hits, misses = run.external.get("cache_hits", 0), run.external.get("cache_misses", 0)
    rate = f"{100 * hits / (hits + misses):.2f}%" if hits + misses else "-"
    return [f"{hits:,}", f"{misses:,}", rate, f"{run.external.get('read_bytes', 0) / MEGABYTE:.1f}", f"{run.seconds:.2f}"]


if __name__ == "__main__":
    sys.exit(main())
