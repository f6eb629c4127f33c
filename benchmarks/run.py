#!/usr/bin/env python3
"""Runs every benchmark, and the long form of the differential tests, and says which ones reached their targets."""

import argparse
import os
import platform
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
DIFFERENTIAL = FOLDER.parent / "tests" / "differential"
CSMITH = DIFFERENTIAL / "csmith.py"
SYMBOLIC = FOLDER.parent / "tests" / "symbolic"


@dataclass(frozen=True)
class Benchmark:
    command: list[Path | str]
    quick: list[str] = field(default_factory=lambda: ["--quick"])  # what makes it short


BENCHMARKS = {
    "instruction counts": Benchmark([FOLDER / "instructions.py"], quick=[]),
    "against SPIN": Benchmark([FOLDER / "spin.py"]),
    "against GenMC": Benchmark([FOLDER / "genmc.py"]),
    "symmetry": Benchmark([FOLDER / "symmetry.py"]),
    "two workers": Benchmark([FOLDER / "jobs.py"]),
    "search-carrying code": Benchmark([FOLDER / "scc.py"]),
    "external search": Benchmark([FOLDER / "external.py"]),
    "ranges and ranks": Benchmark([FOLDER / "ranged.py"]),
    "symbolic engine": Benchmark([FOLDER / "symbolic.py"]),
    "many properties at once": Benchmark([FOLDER / "strategies.py"]),
    "simulation of a cluster": Benchmark([FOLDER / "cluster_simulation.py"]),
    "a large run": Benchmark([FOLDER / "large_run.py"]),
    "csmith": Benchmark([CSMITH, "--count", "300"], quick=["--count", "20"]),
    "csmith, 32 bits": Benchmark([CSMITH, "--count", "300", "--m32"], quick=["--count", "20"]),
    "symbolic engine, generated programs": Benchmark([SYMBOLIC / "compare_test.py", "--seed", "1000", "--count", "500"], quick=["--count", "20"]),
    "search modes": Benchmark([DIFFERENTIAL / "search_modes.py", "--first-seed", "1000", "--count", "2000"], quick=["--count", "20"]),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clew", default=FOLDER.parent / "build" / "clew", type=Path, help="the clew program to measure")
    parser.add_argument("--quick", action="store_true", help="small sizes: the answers count, and few of the targets")
    options = parser.parse_args()
    clew = options.clew.resolve()
    if not clew.is_file():
        print(f"{clew} does not exist; `make build` makes it", file=sys.stderr)
        return 3
    print_machine(clew)
    failed = [name for name in BENCHMARKS if not run(name, clew, options.quick)]
    print(f"benchmarks: {len(BENCHMARKS) - len(failed)} ok, {len(failed)} failed{': ' if failed else ''}{'; '.join(failed)}")
    return 1 if failed else 0


def run(name: str, clew: Path, quick: bool) -> bool:
    """Runs one benchmark; true if its results are right and its targets reached."""
    print(f"\n== {name}", flush=True)
    benchmark = BENCHMARKS[name]
    short = benchmark.quick if quick else []
    return subprocess.run([sys.executable, *benchmark.command, *short, "--clew", clew]).returncode == 0


def print_machine(clew: Path) -> None:
    print(f"machine:  {os.cpu_count()} cores, {cpu_model()}, {memory_gib():.0f} GiB, {platform.system()} {platform.release()}")
    print(f"tools:    {first_line('clang-19', '--version')}; {first_line('gcc', '--version')}; {first_line('spin', '-V')}")
    print(f"clew:     {clew}")


def cpu_model() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def memory_gib() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30)


def first_line(*command: str) -> str:
    """What a tool says about its version, or that it is not there."""
    try:
        output = subprocess.run(command, capture_output=True, text=True).stdout
    except FileNotFoundError:
        return f"no {command[0]}"
    return next(iter(output.splitlines()), "").strip()


if __name__ == "__main__":
    sys.exit(main())
