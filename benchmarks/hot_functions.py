#!/usr/bin/env python3
"""Where the instructions of a search go: callgrind's profile of every system at a small size, and of a program
that computes, fifteen functions each.

No benchmark: it has no target and is not part of `make bench`. It is what docs/performance.md argues from.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from common import DEFAULT_CLEW, FOLDER, SYSTEMS, compile_bitcode, has_option, one_worker

SIZES = {
    "philosophers": ["-DN=9"],
    "peterson": ["-DN=4", "-DVISITS=1"],
    "buffer": ["-DPRODUCERS=3", "-DCONSUMERS=3", "-DSLOTS=2"],
    "election": ["-DN=7"],
    "rounds": ["-DN=7", "-DROUNDS=1"],
    "compute": [],
}
WORKLOADS = FOLDER / "workloads"
ROWS = 15
LONGEST_NAME = 110
LINE = re.compile(r"^\s*([\d,]+) \(\s*([\d.]+)%\)\s+\S+?:(\S.*?)(?: \[[^]]*\])?$")
SHORTER = [
    (r"clew::machine::Machine<clew::machine::ConcreteDomain>", "Machine"),
    (r"clew::(machine|search|state|program|support|cli)::", ""),
    (r"std::span<([^<>]*), \d+ul>", r"span<\1>"),
]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", type=Path, default=DEFAULT_CLEW, help="the clew program to profile")
    parser.add_argument("--system", choices=list(SIZES), help="this one only")
    parser.add_argument("--reduction", default="none", help="none, local or full, where Clew has them")
    options = parser.parse_args()
    reduction = ["--reduction", options.reduction] if has_option(options.clew, "--reduction") else []
    for system in [options.system] if options.system else SIZES:
        profile(system, options.clew, reduction)
    return 0


def profile(system: str, clew: Path, options: list[str]) -> None:
    with tempfile.TemporaryDirectory(prefix="clew-bench-") as folder:
        source = next(path for path in (SYSTEMS / f"{system}.c", WORKLOADS / f"{system}.c") if path.exists())
        program = compile_bitcode(source, Path(folder) / "program.bc", *SIZES[system])
        output = Path(folder) / "callgrind.out"
        finished = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={output}", clew, "check", program,
                                   *one_worker(clew), *options], capture_output=True, text=True, check=True)
        counts = next(line for line in finished.stdout.splitlines() if " transitions, " in line)
        print(f"\n== {system} {' '.join(SIZES[system])}: {counts}")
        print("   instructions of the function itself")
        print_rows(annotate(output, "no"))
        print("   with the functions it calls")
        print_rows([row for row in annotate(output, "yes") if "clew::" in row[2]])


def annotate(output: Path, inclusive: str) -> list[tuple[str, str, str]]:
    command = ["callgrind_annotate", f"--inclusive={inclusive}", "--threshold=100", output]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [found.groups() for found in map(LINE.match, text.splitlines()) if found]


def print_rows(rows: list[tuple[str, str, str]]) -> None:
    for instructions, share, function in rows[:ROWS]:
        for pattern, short in SHORTER:
            function = re.sub(pattern, short, function)
        print(f"{instructions:>15}  {float(share):5.1f}%  {function[:LONGEST_NAME]}")


if __name__ == "__main__":
    sys.exit(main())
