#!/usr/bin/env python3
"""Counts the instructions of two fixed searches, which unlike seconds hardly depend on what else the machine does.

Counted by callgrind: the whole `clew check` of a program that is bitcode already, minus that of an empty program, so
neither clang nor loading the runtime counts. Exits with 1 if a count is over 5 % above the recorded one in
instructions.json; `--record` writes a new record.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from common import DEFAULT_CLEW, FOLDER, SYSTEMS, compile_bitcode, mark, one_worker, print_table, unreduced

RECORD = FOLDER / "instructions.json"
MOST_GROWTH = 0.05
HEADER = FOLDER.parent / "runtime" / "include"
EMPTY = FOLDER / "workloads" / "empty.c"
WORKLOADS = {
    # Most steps are remembered ones: throughput of the search and of the store.
    "philosophers 9": (SYSTEMS / "philosophers.c", ["-DN=9"]),
    # Long local stretches, the heap and the C library: the interpreter.
    "index": (FOLDER / "workloads" / "index.c", [f"-I{HEADER}"]),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", type=Path, default=DEFAULT_CLEW, help="the clew program to measure")
    parser.add_argument("--record", action="store_true", help="write the counts of this run to instructions.json")
    options = parser.parse_args()
    start = count(options.clew, EMPTY, [])
    counts = {name: count(options.clew, source, flags) - start for name, (source, flags) in WORKLOADS.items()}
    print(f"an empty program, subtracted: {start:,} instructions")
    if options.record:
        RECORD.write_text(json.dumps(counts, indent=2) + "\n")
    recorded = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    print_table(["workload", "instructions", "recorded", "change"],
                [[name, f"{found:,}", format(recorded.get(name, 0), ","), change_text(found, recorded.get(name))]
                 for name, found in counts.items()])
    return 0 if all([report(name, found, recorded.get(name)) for name, found in counts.items()]) else 1


def count(clew: Path, source: Path, flags: list[str]) -> int:
    """The instructions of one search by one worker, without reduction, so that it stays the same work."""
    with tempfile.TemporaryDirectory(prefix="clew-bench-") as folder:
        program = compile_bitcode(source, Path(folder) / "program.bc", *flags)
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", clew, "check", program, "--quiet",
                   *one_worker(clew), *unreduced(clew)]
        finished = subprocess.run(command, capture_output=True, text=True)
    collected = re.search(r"Collected : (\d+)", finished.stderr)
    if finished.returncode != 0 or collected is None:
        raise SystemExit(f"{source.name}: no count, exit status {finished.returncode}: {finished.stdout}{finished.stderr}")
    return int(collected[1])


def change_text(found: int, recorded: int | None) -> str:
    return "" if recorded is None else f"{found / recorded - 1:+.2%}"


def report(name: str, found: int, recorded: int | None) -> bool:
    if recorded is None:
        print(f"{name}: nothing is recorded; `--record` does it")
        return False
    good = found <= recorded * (1 + MOST_GROWTH)
    print(f"{name}: at most {MOST_GROWTH:.0%} above the recorded count: {mark(good)}")
    return good


if __name__ == "__main__":
    sys.exit(main())
