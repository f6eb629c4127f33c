#!/usr/bin/env python3
"""The tables of the search-carrying code paper (Taleghani and Atlee, ASE 2010), reprinted for the programs in scc/.

Each program is verified, verified with a script, certified with it, and the same with a trustful script, in turn; the
fastest run of each counts. The paper's figures stand beside Clew's. Exits with 1 if a verdict is not as expected or a
goal is missed. README.md explains the columns.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean

from common import DEFAULT_CLEW, FOLDER, check, has_option, mark, not_there_yet, one_worker, print_table, unreduced

PROGRAMS = FOLDER / "scc"
PARTS = (10, 50, 100)
SUB_SCRIPTS = 50
PART_RUNS = ("part of the script", "sub-script")
KIB = 1024
SMALLEST = ("pipeline", "philosophers")  # for --quick

LEAST_SPEED_UP = 1.5
MOST_OVERHEAD = 5.0  # percent
MOST_BYTES = 0.1  # per transition, on average over the programs
MOST_SHARE = 1.5  # percent, of the largest of 100 parts


@dataclass(frozen=True)
class Paper:
    """What the paper says of a program. Sizes are in KB, times in seconds, shares in percent."""

    name: str
    properties: tuple[int, int]  # invariants, assertions
    states: int
    ratio: float  # transitions to states
    seconds: float
    with_script: float
    size: int
    certified: float
    speed_up: float
    trustful_size: int
    trusted: float
    trustful_speed_up: float
    shares: tuple[int, int, int]  # the largest of 10, 50, 100 parts
    part_speed_ups: tuple[int, int, int]
    trustful_shares: tuple[int, int, int]
    trustful_part_speed_ups: tuple[int, int, int]
    paths: tuple[tuple[int, int], ...] = ()  # average and longest initialisation path; for five programs only


# Tables 1 to 4, in the paper's order.
PAPER = {
    "philosophers": Paper("Dining Philosopher", (1, 2), 209_014, 5.2, 220, 221, 104, 213, 1.03, 25, 35, 6.3, (13, 4, 2),
                          (8, 22, 38), (11, 4, 3), (39, 103, 133), ((11, 16), (13, 16), (12, 18))),
    "bounded_buffer": Paper("Bounded Buffer", (1, 3), 786_987, 7.1, 1088, 1090, 329, 1036, 1.04, 74, 130, 8.4,
                            (11, 4, 3), (9, 25, 30), (12, 4, 2), (48, 140, 270), ((75, 615), (217, 6742), (139, 6678))),
    "ksu_pipeline": Paper("NASA KSU Pipeline", (3, 4), 59_512, 4.1, 45, 45, 91, 44, 1.02, 22, 9, 5, (12, 4, 3),
                          (8, 22, 25), (11, 5, 3), (30, 64, 104)),
    "nested_monitor": Paper("Nested Monitor", (6, 4), 71_941, 6.9, 99, 100, 45, 97, 1.01, 9, 14, 7.1, (11, 5, 3),
                            (9, 18, 28), (10, 4, 3), (56, 136, 175)),
    "pipeline": Paper("Pipeline", (3, 3), 82_011, 6.1, 101, 102, 51, 99, 1.01, 11, 15, 6.7, (12, 6, 2), (8, 15, 39),
                      (13, 5, 3), (39, 96, 155)),
    "readers_writers": Paper("RWVSN", (3, 4), 227_116, 5.1, 245, 246, 102, 236, 1.03, 29, 39, 6.3, (11, 4, 3),
                             (9, 22, 27), (11, 5, 2), (38, 80, 194), ((50, 495), (57, 785), (101, 845))),
    "replicated_workers": Paper("Replicated Workers", (4, 5), 710_022, 5.1, 860, 862, 272, 819, 1.05, 72, 140, 6.1,
                                (12, 5, 2), (8, 18, 40), (12, 4, 3), (34, 100, 130)),
    "sleeping_barber": Paper("Sleeping Barber", (4, 5), 1_452_194, 4.3, 1308, 1310, 492, 1245, 1.05, 187, 245, 5.3,
                             (11, 4, 3), (9, 23, 28), (11, 4, 2), (31, 85, 164), ((12, 25), (17, 35), (25, 31))),
    "elevator": Paper("Elevator", (4, 8), 386_032, 8.4, 1167, 1169, 248, 1122, 1.04, 54, 129, 9, (10, 4, 2),
                      (10, 23, 45), (12, 5, 4), (57, 132, 160), ((50, 68), (71, 75), (71, 78))),
}
# Averages of all nine: shares and speed-ups by kind, paths.
PAPER_PARTS = {"full": ((11, 4, 3), (9, 21, 33)), "trustful": ((11, 4, 3), (41, 104, 165))}
PAPER_PATHS = ((31, 153), (53, 877), (53, 876))


@dataclass(frozen=True)
class Run:
    """One run of `clew check` or `clew certify`."""

    answer: str
    states: int
    transitions: int
    seconds: float


@dataclass(frozen=True)
class Parts:
    """How a script is split."""

    share: float  # of the largest part, in percent of the work
    average: float  # initialisation path
    longest: float


@dataclass
class Program:
    name: str
    source: Path
    invariants: list[str]
    assertions: int
    runs: dict[str, list[Run]] = field(default_factory=dict)
    bytes: dict[str, int] = field(default_factory=dict)  # of the scripts, by kind
    parts: dict[str, dict[int, Parts]] = field(default_factory=dict)  # by kind and number; empty if Clew cannot split
    sub_scripts: list[int] = field(default_factory=list)  # bytes of each; empty if Clew cannot write them
    errors: list[str] = field(default_factory=list)

    @property
    def paper(self) -> Paper:
        return PAPER[self.name]

    @property
    def states(self) -> int:
        return self.runs["check"][0].states

    @property
    def transitions(self) -> int:
        return self.runs["check"][0].transitions

    @property
    def ratio(self) -> float:
        return self.transitions / self.states

    @property
    def overhead(self) -> float:
        """Of recording, in percent."""
        return 100 * (self.seconds("record") / self.seconds("check") - 1)

    @property
    def bytes_per_transition(self) -> float:
        return self.bytes["full"] / self.transitions

    def seconds(self, what: str) -> float:
        """Of the fastest run. Clew may print hundredths, so none takes less than one."""
        return max(0.01, min(run.seconds for run in self.runs[what]))

    def speed_up(self, what: str) -> float:
        """Against verification without a script."""
        return self.seconds("check") / self.seconds(what)


def main() -> int:
    options = parse_options()
    if not has_option(options.clew, "--script"):
        print(not_there_yet("--script"))
        return 1
    names = options.programs or (SMALLEST if options.quick else list(PAPER))
    programs = [measure(read(name), options.clew, 1 if options.quick else options.repeats) for name in names]
    print_programs(programs)
    print_certification(programs)
    print_parts(programs)
    for program in programs:
        for error in program.errors:
            print(f"ERROR: {program.name}: {error}")
    good = not any(program.errors for program in programs)
    return 0 if (options.quick or report_goals(programs)) and good else 1


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", type=Path, default=DEFAULT_CLEW, help="the clew program to measure")
    parser.add_argument("--quick", action="store_true", help="two small programs, once; the answers count, not the time")
    parser.add_argument("--repeats", type=int, default=3, metavar="N", help="the fastest of so many runs counts (default 3)")
    parser.add_argument("--programs", nargs="+", choices=list(PAPER), metavar="NAME", help="these only")
    options = parser.parse_args()
    if options.repeats < 1:
        parser.error("--repeats is at least 1")
    return options


def read(name: str) -> Program:
    """A program says in comments which invariants it has."""
    source = PROGRAMS / f"{name}.c"
    text = source.read_text()
    invariants = re.findall(r"^// invariant: (.*)$", text, re.MULTILINE)
    program = Program(name, source, invariants, assertions=len(re.findall(r"\bassert\(", text)))
    if (len(program.invariants), program.assertions) != program.paper.properties:
        program.errors.append("it has not as many invariants and assertions as in the paper")
    return program


# ---- measuring ----


def measure(program: Program, clew: Path, repeats: int) -> Program:
    """Everything in turn, so that whatever else the machine does hits all alike."""
    with tempfile.TemporaryDirectory(prefix="clew-bench-") as folder:
        scripts = {kind: Path(folder) / f"{kind}.clew" for kind in ("full", "trustful")}
        for repeat in range(repeats):
            print(f"{program.name}, run {repeat + 1} of {repeats}", file=sys.stderr, flush=True)
            verify(program, clew, "check")
            for kind, record, certified in (("full", "record", "certify"), ("trustful", "record trustful", "trust")):
                verify(program, clew, record, "--script", scripts[kind], "--script-kind", kind)
                certify(program, clew, certified, scripts[kind], *(["--trust"] if kind == "trustful" else []))
        for kind, script in scripts.items():
            program.bytes[kind] = script.stat().st_size if script.exists() else 0
            found = {k: split(clew, script, k) for k in PARTS}
            program.parts[kind] = {} if None in found.values() else found
        if has_sub_scripts(clew):
            cut(program, clew, scripts["full"], Path(folder) / "parts", repeats)
    for what, runs in program.runs.items():
        answer = "safe" if what.startswith(("check", "record")) else "accepted"
        for run in runs:
            if run.answer != answer:
                program.errors.append(f"{what}: {run.answer}, not {answer}")
            if what not in PART_RUNS and run.states != program.states:
                program.errors.append(f"{what}: {run.states:,} states, not {program.states:,}")
    return program


def invariant_options(program: Program) -> list[str]:
    return [f"--invariant={text}" for text in program.invariants]


def verify(program: Program, clew: Path, what: str, *options: str | Path) -> None:
    found = check(clew, program.source, *unreduced(clew), *one_worker(clew), *invariant_options(program), *options)
    run = Run(found.verdict, found.states, found.statistics["transitions"], found.seconds)
    program.runs.setdefault(what, []).append(run)


def certify(program: Program, clew: Path, what: str, script: Path, *options: str | Path) -> None:
    command = [clew, "certify", program.source, "--script", script, *one_worker(clew), *invariant_options(program), *options]
    finished = subprocess.run(command, capture_output=True, text=True)
    lines = finished.stdout.splitlines() or [finished.stderr.strip()]
    counts = re.search(r"^([\d,]+) states.*?, ([\d,]+) transitions.*?, ([\d.]+) s\b", finished.stdout, re.MULTILINE)
    answer = "accepted" if lines[-1].startswith("certificate: accepted") and finished.returncode == 0 else lines[-1]
    run = Run(answer, number(counts[1]), number(counts[2]), float(counts[3])) if counts else Run(answer, 0, 0, 0.0)
    program.runs.setdefault(what, []).append(run)


def has_sub_scripts(clew: Path) -> bool:
    return "--output" in subprocess.run([clew, "script", "--help"], capture_output=True, text=True).stdout


def cut(program: Program, clew: Path, script: Path, folder: Path, repeats: int) -> None:
    """Writes sub-scripts; certifies the part with the largest of them, with it alone and with the whole script."""
    subprocess.run([clew, "script", "partition", script, "-k", str(SUB_SCRIPTS), "--output", folder],
                   check=True, stdout=subprocess.DEVNULL)
    files = list(folder.iterdir())
    program.sub_scripts = [file.stat().st_size for file in files]
    largest = max(files, key=lambda file: file.stat().st_size)
    result = ("--secret", "any", "--result", folder / "result")
    for _ in range(repeats):
        certify(program, clew, PART_RUNS[0], script, "--part", f"{largest.stem}/{len(files)}", *result)
        certify(program, clew, PART_RUNS[1], largest, *result)


def split(clew: Path, script: Path, k: int) -> Parts | None:
    """What `clew script partition` says in its last line; none if there is no such thing."""
    finished = subprocess.run([clew, "script", "partition", script, "-k", str(k)], capture_output=True, text=True)
    if finished.returncode != 0 or not finished.stdout:
        return None
    summary = finished.stdout.splitlines()[-1]
    share = re.search(r"largest\D*([\d.]+) ?%", summary)
    average = re.search(r"([\d.,]+)[^\d,]*on average|average\D*([\d.,]+)", summary)
    longest = re.search(r"([\d,]+) at most|longest\D*([\d,]+)", summary)
    if not (share and average and longest):
        return None
    return Parts(float(share[1]), number(average[1] or average[2]), number(longest[1] or longest[2]))


def number(text: str) -> float:
    """`1,234` or `1,234.5`, also with a comma behind it."""
    value = float(text.replace(",", ""))
    return int(value) if value.is_integer() else value


# ---- the tables ----


def print_programs(programs: list[Program]) -> None:
    print("Table 1: the programs, and verification without a script (the paper's figures behind each)")
    print_table(
        ["program", "inv/assert", "paper", "states", "paper", "tr/states", "paper", "s", "paper"],
        [[program.name, f"{len(program.invariants)}/{program.assertions}", "{}/{}".format(*program.paper.properties),
          f"{program.states:,}", f"{program.paper.states:,}", f"{program.ratio:.1f}", f"{program.paper.ratio:.1f}",
          f"{program.seconds('check'):.2f}", f"{program.paper.seconds:.0f}"] for program in programs])


def print_certification(programs: list[Program]) -> None:
    print("\nTable 2: verification with a script, and certification")
    print_table(
        ["program", "s", "paper", "more", "KiB", "paper", "B/tr", "paper", "certify s", "paper", "times", "paper"],
        [[program.name, f"{program.seconds('record'):.2f}", f"{program.paper.with_script:.0f}", f"{program.overhead:+.1f}%",
          f"{program.bytes['full'] / KIB:.0f}", f"{program.paper.size}", f"{program.bytes_per_transition:.3f}",
          f"{paper_bytes(program.paper):.3f}", f"{program.seconds('certify'):.2f}", f"{program.paper.certified:.0f}",
          f"{program.speed_up('certify'):.2f}", f"{program.paper.speed_up:.2f}"] for program in programs])
    print("\nTable 2, trustful")
    print_table(
        ["program", "KiB", "paper", "certify s", "paper", "times", "paper", "tr/states"],
        [[program.name, f"{program.bytes['trustful'] / KIB:.0f}", f"{program.paper.trustful_size}",
          f"{program.seconds('trust'):.2f}", f"{program.paper.trusted:.0f}", f"{program.speed_up('trust'):.2f}",
          f"{program.paper.trustful_speed_up:.1f}", f"{program.ratio:.1f}"] for program in programs])


def paper_bytes(paper: Paper) -> float:
    return paper.size * KIB / (paper.states * paper.ratio)


def print_parts(programs: list[Program]) -> None:
    if not can_split(programs):
        print("\nTables 3 and 4 are left out: `clew script partition` is not there yet")
        return
    print("\nTable 3: the largest of so many parts in percent of the work, and how many times as fast as verification that "
          "is at best")
    print_shares(programs, "full", "certify")
    print()
    print_shares(programs, "trustful", "trust")
    print("\nTable 4: initialisation paths of so many parts, average and longest")
    print_paths(programs)
    if all(program.sub_scripts for program in programs):
        print(f"\nSub-scripts of {SUB_SCRIPTS} parts, and certification of the part with the largest of them")
        print_sub_scripts(programs)


def can_split(programs: list[Program]) -> bool:
    return all(parts for program in programs for parts in program.parts.values())


def print_shares(programs: list[Program], kind: str, what: str) -> None:
    rows = []
    for program in programs:
        paper = program.paper
        shares, speed_ups = ((paper.shares, paper.part_speed_ups) if kind == "full" else
                             (paper.trustful_shares, paper.trustful_part_speed_ups))
        row = [(program.parts[kind][k].share, program.speed_up(what) * 100 / program.parts[kind][k].share) for k in PARTS]
        rows.append([program.name, *share_cells(row, shares, speed_ups)])
    if len(programs) > 1:
        row = [(mean(program.parts[kind][k].share for program in programs),
                mean(program.speed_up(what) * 100 / program.parts[kind][k].share for program in programs)) for k in PARTS]
        rows.append(["average", *share_cells(row, *PAPER_PARTS[kind])])
    print_table([kind, *(cell for k in PARTS for cell in (f"{k} parts", "paper", "at best", "paper"))], rows)


def share_cells(found: list[tuple[float, float]], shares: tuple[int, ...], speed_ups: tuple[int, ...]) -> list[str]:
    cells = []
    for (share, speed_up), paper_share, paper_speed_up in zip(found, shares, speed_ups):
        cells += [f"{share:.2f}%", f"{paper_share}%", f"{speed_up:.0f}", f"{paper_speed_up}"]
    return cells


def print_paths(programs: list[Program]) -> None:
    """The paper has them for five programs, and the average of all."""
    rows = []
    for program in programs:
        found = [(program.parts["full"][k].average, program.parts["full"][k].longest) for k in PARTS]
        rows.append([program.name, *path_cells(found, program.paper.paths)])
    if len(programs) > 1:
        found = [(mean(program.parts["full"][k].average for program in programs),
                  mean(program.parts["full"][k].longest for program in programs)) for k in PARTS]
        rows.append(["average", *path_cells(found, PAPER_PATHS)])
    print_table(["program", *(cell for k in PARTS for cell in (f"{k} parts", "longest", "paper", "longest"))], rows)


def print_sub_scripts(programs: list[Program]) -> None:
    rows = []
    for program in programs:
        seconds = [program.seconds(what) for what in PART_RUNS]
        rows.append([program.name, f"{program.bytes['full'] / KIB:.0f}", f"{sum(program.sub_scripts) / KIB:.0f}",
                     f"{max(program.sub_scripts) / KIB:.1f}", *(f"{each:.2f}" for each in seconds),
                     f"{seconds[0] / seconds[1]:.1f}"])
    print_table(["program", "script KiB", "all KiB", "largest KiB", "--part s", "alone s", "times"], rows)


def path_cells(found: list[tuple[float, float]], paper: tuple[tuple[int, int], ...]) -> list[str]:
    cells = []
    for i, lengths in enumerate(found):
        cells += [f"{length:,.0f}" for length in lengths]
        cells += [f"{length:,}" for length in paper[i]] if paper else ["", ""]
    return cells


# ---- the goals ----


def report_goals(programs: list[Program]) -> bool:
    """Prints each goal with what is worst for it; true if all are met."""
    print()
    average_bytes = mean(program.bytes_per_transition for program in programs)
    slowest = min(programs, key=lambda program: program.speed_up("certify"))
    trusted = min(programs, key=lambda program: program.speed_up("trust") / program.ratio)
    recorded = max(programs, key=lambda program: program.overhead)
    good = [
        report(f"full certification at least {LEAST_SPEED_UP} times as fast as verification, each program",
               f"{slowest.speed_up('certify'):.2f} for {slowest.name}", slowest.speed_up("certify") >= LEAST_SPEED_UP),
        report("trustful certification at least tr/states times as fast, each program",
               f"{trusted.speed_up('trust'):.2f} of {trusted.ratio:.2f} for {trusted.name}",
               trusted.speed_up("trust") >= trusted.ratio),
        report(f"recording takes at most {MOST_OVERHEAD:.0f}% more, each program",
               f"{recorded.overhead:+.1f}% for {recorded.name}, {total_overhead(programs):+.1f}% in all",
               recorded.overhead <= MOST_OVERHEAD),
        report(f"at most {MOST_BYTES} byte per transition on average", f"{average_bytes:.3f}", average_bytes <= MOST_BYTES),
    ]
    if not can_split(programs):
        good.append(report(f"the largest of 100 parts has at most {MOST_SHARE}% of the work", "not there yet", False))
    else:
        largest = max(programs, key=lambda program: program.parts["full"][100].share)
        share = largest.parts["full"][100].share
        good.append(report(f"the largest of 100 parts has at most {MOST_SHARE}% of the work, each program",
                           f"{share:.2f}% for {largest.name}", share <= MOST_SHARE))
    return all(good)


def total_overhead(programs: list[Program]) -> float:
    seconds = {what: sum(program.seconds(what) for program in programs) for what in ("check", "record")}
    return 100 * (seconds["record"] / seconds["check"] - 1)


def report(goal: str, found: str, reached: bool) -> bool:
    print(f"{goal}: {found}: {mark(reached)}")
    return reached


if __name__ == "__main__":
    sys.exit(main())
