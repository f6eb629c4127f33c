"""A part of external.py: a search whose states would take four times the memory that it may take.

Philosophers without a deadlock, every state, breadth first. First in memory: that says how many bytes the states take
there, and a quarter of it is the limit. Then in memory under that limit, which says how fast the part that fits is
searched. Then with `--store strict` under the same limit, to the end. Time, disk and memory are sampled over the states
and drawn.
"""

import argparse
import json
import os
import pty
from pathlib import Path

from common import FOLDER, SYSTEMS, mark, one_worker, print_table, unreduced
from large_run import PROGRESS, resident_bytes, thinned
from measured_run import MEGABYTE, Measured, bitcode, folder_bytes, knows, measure
from svg_plot import Curve, Panel, write_svg

DEFAULT_PHILOSOPHERS = 15
QUICK_PHILOSOPHERS = 11
QUICK_ROOM = 64 * MEGABYTE  # beside the process itself: a quarter of few states would be nothing
TIMES_LARGER = 4
MOST_MEMORY = 1.1  # times the limit
LEAST_RATE = 0.5  # times the rate in memory
FEW_STATES = "1000"
DEFAULT_SAMPLES = FOLDER.parent / "build" / "external_growth.json"


def add_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("larger than memory")
    group.add_argument("--philosophers", type=int, metavar="N",
                       help=f"so many (default {DEFAULT_PHILOSOPHERS}; {QUICK_PHILOSOPHERS} with --quick)")
    group.add_argument("--limit", type=int, metavar="MB",
                       help="memory of the process, in MB (default: a quarter of what the states take in memory)")
    group.add_argument("--samples", type=Path, default=DEFAULT_SAMPLES, help="where the samples go")
    group.add_argument("--plot", type=Path, help="where the plot goes (default: beside the samples)")


class Sampler:
    """Reads Clew's progress from a terminal, and looks at memory and disk whenever it is renewed."""

    def __init__(self) -> None:
        self.samples: list[dict] = []
        self.terminal, self.child_side = pty.openpty()
        os.set_blocking(self.terminal, False)
        self.text = b""

    def __call__(self, pid: int, run: Path) -> None:
        try:
            self.text += os.read(self.terminal, 65536)
        except BlockingIOError:
            return
        lines = list(PROGRESS.finditer(self.text))
        if not lines:
            return
        self.text = self.text[lines[-1].end():]
        states = int(lines[-1][1].replace(b",", b""))
        self.samples.append({"states": states, "seconds": age(pid), "disk": folder_bytes(run),
                             "resident": resident_bytes(pid)})

    def close(self) -> None:
        os.close(self.terminal)
        os.close(self.child_side)


def age(pid: int) -> float:
    """Seconds since a process began."""
    begin = int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[19])
    return float(Path("/proc/uptime").read_text().split()[0]) - begin / os.sysconf("SC_CLK_TCK")


def show(options: argparse.Namespace, programs: Path) -> list[str]:
    """Prints the comparison and draws the plot; returns what is wrong or missed."""
    number = options.philosophers or (QUICK_PHILOSOPHERS if options.quick else DEFAULT_PHILOSOPHERS)
    program = bitcode(SYSTEMS / "philosophers.c", programs, f"-DN={number}")
    common = ("--search", "bfs", *unreduced(options.clew), *one_worker(options.clew))

    def run(store: str, *more: str, **how) -> Measured:
        return measure(options.clew, program, options.scratch, store, *common, *more, **how)

    process = run("memory", "--quiet", "--max-states", FEW_STATES).peak_bytes
    whole = run("memory", "--quiet")
    in_memory = whole.peak_bytes - process
    limit = limit_of(options, process, in_memory)
    fitting = run("memory", "--quiet", "--memory-limit", f"{limit}")
    print(f"\nLarger than memory: {number} philosophers without a deadlock, breadth first")
    rows = [row("memory", whole, None), row("memory, what fits the limit", fitting, limit)]
    if not knows(options.clew, "bfs", "strict"):
        print_table(HEADER, rows)
        return ["larger than memory: --store strict is not there yet"]
    sampler = Sampler()
    try:
        strict = run("strict", "--memory-limit", f"{limit}", watch=sampler, terminal=sampler.child_side)
    finally:
        sampler.close()
    print_table(HEADER, [*rows, row("strict", strict, limit)])
    keep(options, number, sampler.samples, strict)
    return report(options.quick, limit, process, in_memory, whole, fitting, strict)


def limit_of(options: argparse.Namespace, process: int, in_memory: int) -> int:
    """Whole megabytes, in bytes."""
    if options.limit:
        return options.limit * MEGABYTE
    wanted = process + QUICK_ROOM if options.quick else in_memory // TIMES_LARGER
    return wanted // MEGABYTE * MEGABYTE


HEADER = ["store", "verdict", "states", "s", "states/s", "peak MB", "limit MB", "disk MB", "written MB", "write MB/s"]


def row(name: str, run: Measured, limit: int | None) -> list[str]:
    written, seconds = run.external.get("written_bytes", 0), run.external.get("write_seconds", 0)
    return [name, run.answer, f"{run.states:,}", f"{run.seconds:.1f}", f"{run.rate:,.0f}",
            f"{run.peak_bytes / MEGABYTE:.0f}", f"{limit / MEGABYTE:.0f}" if limit else "",
            f"{run.disk_bytes / MEGABYTE:.0f}", f"{written / MEGABYTE:.0f}",
            f"{written / MEGABYTE / seconds:.0f}" if seconds else ""]


def report(quick: bool, limit: int, process: int, in_memory: int, whole: Measured, fitting: Measured,
           strict: Measured) -> list[str]:
    problems = []
    for what, run in (("in memory", whole), ("strict", strict)):
        if run.answer != "safe":
            problems.append(f"larger than memory, {what}: {run.answer}, not safe")
    if strict.states != whole.states:
        problems.append(f"larger than memory: {strict.states:,} states on disk, {whole.states:,} in memory")
    print(f"the process takes {process / MEGABYTE:.0f} MB before it has states, so {(limit - process) / MEGABYTE:.0f} MB "
          f"of the limit are for states: they take {in_memory / max(limit - process, 1):.1f} times that in memory")
    rate = strict.rate / fitting.rate
    goals = [
        (f"states in memory take at least {TIMES_LARGER} times the limit",
         f"{in_memory / MEGABYTE:.0f} MB, {in_memory / limit:.2f} times", in_memory >= TIMES_LARGER * limit),
        ("peak memory at most 10% above the limit", f"{strict.peak_bytes / MEGABYTE:.0f} of {limit / MEGABYTE:.0f} MB",
         strict.peak_bytes <= MOST_MEMORY * limit),
        (f"at least {LEAST_RATE} times the rate in memory", f"{rate:.2f}", rate >= LEAST_RATE),
    ]
    for goal, found, reached in goals:
        print(f"{goal}: {found}: {mark(reached)}")
        if not reached and not quick:
            problems.append(f"{goal}: {found}")
    return problems


def keep(options: argparse.Namespace, number: int, samples: list[dict], strict: Measured) -> None:
    """Writes the samples and draws them; a short search may have none but its end."""
    end = {"states": strict.states, "seconds": strict.seconds, "disk": strict.disk_bytes, "resident": strict.peak_bytes}
    samples = [*thinned(samples), end]
    options.samples.parent.mkdir(parents=True, exist_ok=True)
    options.samples.write_text(json.dumps({"philosophers": number, "samples": samples}))
    plot = options.plot or options.samples.with_suffix(".svg")
    states = [sample["states"] / 1e6 for sample in samples]

    def panel(title: str, name: str, unit: float) -> Panel:
        return Panel(title, [Curve(states, [sample[name] / unit for sample in samples])])

    write_svg(plot, f"{number} philosophers, --store strict, breadth first", "million states", [
        panel("seconds", "seconds", 1),
        panel("MB on disk", "disk", MEGABYTE),
        panel("MB in memory", "resident", MEGABYTE),
    ])
    print(f"samples: {options.samples}, plot: {plot}")
