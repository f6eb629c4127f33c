#!/usr/bin/env python3
"""Checks the programs in programs/ against the rules in rules/.

The first line of a program says which rules, what must be found of each automaton, and perhaps options:

    // mutex.spc stop.spc; mutex violated locked twice; stop holds; never irrelevant; explicit: --max-depth 3

`violated` may be followed by the text of the error. `options:` are for all engines, those after `explicit:` say that the
others do not do this. `open: explicit symbolic` says of which engines no answer is asked for, as for loops without a bound: they
have little time and may leave a question open, but what they find must be right. All others must decide. Every violation is
replayed from the report. Each program is checked depth-first, breadth-first, with two workers, with reductions, with every
step executed, with symbols as inputs, by abstraction with both kinds of blocks and for i386; what is found must be the same.
Exits with 1 if something else was found anywhere, or if most of the programs are violated. The last lines say how much each
engine has decided.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
PROGRAMS = FOLDER / "programs"
RULES = FOLDER / "rules"
SECONDS = 60.0
MODES: dict[str, tuple[str, ...]] = {
    "dfs": (),
    "bfs": ("--search", "bfs"),
    "jobs": ("--jobs", "2"),
    "reduced": ("--reduction", "full", "--symmetry", "threads"),
    "executed": ("--execute-all",),
    "symbolic": ("--engine", "symbolic"),
    "abstract": ("--engine", "abstract"),
    "calls": ("--engine", "abstract", "--blocks", "calls"),
    "ilp32": (),
}
FLAGS = {"ilp32": ("-m32",)}  # for clang
ENGINES = {"dfs": "explicit", "symbolic": "symbolic", "abstract": "abstract"}  # the mode that stands for an engine
LIMITS = {  # where an engine may leave a question open
    "explicit": ("--time-limit", "0.5"),
    "symbolic": ("--unwind", "4", "--time-limit", "2"),
    "abstract": ("--time-limit", "2"),
    "calls": ("--time-limit", "2"),
}
RESULTS = ("holds", "violated", "undecided", "irrelevant")


@dataclass(frozen=True)
class Expectation:
    rules: tuple[Path, ...]
    results: dict[str, tuple[str, str]]  # of each automaton: the result, and the text of an error
    options: tuple[str, ...]
    is_explicit: bool  # not for the other engines
    open_engines: tuple[str, ...]

    def fits(self, found: dict[str, tuple[str, str]], engine: str) -> bool:
        def is_right(name: str, result: str, text: str) -> bool:
            is_left_open = engine in self.open_engines and found[name][0] == "undecided"
            return is_left_open or found[name][0] == result and text in ("", found[name][1])

        return found.keys() == self.results.keys() and all(is_right(name, *result) for name, result in self.results.items())

    def is_violated(self) -> bool:
        return any(result == "violated" for result, _ in self.results.values())


@dataclass(frozen=True)
class Answer:
    problem: str | None = None  # what is wrong with it
    is_decided: bool = False


def expectation_of(program: Path) -> Expectation:
    """By the first line; a line that says something else ends the test."""
    first, *parts = program.read_text().splitlines()[0].removeprefix("// ").split("; ")
    results: dict[str, tuple[str, str]] = {}
    options: tuple[str, ...] = ()
    is_explicit = False
    open_engines: tuple[str, ...] = ()
    for part in parts:
        if part.startswith("open: "):
            open_engines = tuple(part.split()[1:])
            if not LIMITS.keys() >= set(open_engines):
                raise SystemExit(f"{program}: its first line has `{part}`")
            continue
        if part.startswith(("options: ", "explicit: ")):
            options = tuple(part.split()[1:])
            is_explicit = part.startswith("explicit: ")
            continue
        name, result, *text = part.split(" ", 2)
        if result not in RESULTS:
            raise SystemExit(f"{program}: its first line has `{part}`")
        results[name] = (result, text[0] if text else "")
    return Expectation(tuple(RULES / rule for rule in first.split()), results, options, is_explicit, open_engines)


def found_in(entry: dict) -> tuple[str, str]:
    """What the report says of an automaton."""
    if not entry["relevant"] and entry["result"] == "holds":
        return "irrelevant", ""
    message = entry.get("violation", {}).get("message", "")
    return entry["result"], message.partition(": ")[2]


def replayed(clew: Path, report: dict, entry: dict, folder: Path) -> str | None:
    """What is wrong with the replay of a violation, or nothing."""
    file = folder / "replay.json"
    file.write_text(json.dumps({**report, "violation": entry["violation"]}))
    done = subprocess.run([clew, "replay", file], capture_output=True, text=True, timeout=SECONDS)
    last = (done.stdout.splitlines() or [""])[-1]
    expected = f"verdict: violated ({entry['automaton']})"
    return None if last == expected else f"the replay ends with `{last}`\n{done.stdout}{done.stderr}"


def engine_of(mode: str) -> str:
    """Small blocks may leave open what large ones decide."""
    return "calls" if mode == "calls" else ENGINES.get(mode, "explicit")


def answer_of(clew: Path, program: Path, mode: str) -> Answer:
    expected = expectation_of(program)
    limits = LIMITS[engine_of(mode)] if engine_of(mode) in expected.open_engines else ()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.json"
        rules = [word for rule in expected.rules for word in ("--spec", rule)]
        command = [clew, "check", program, "--quiet", "--json", file, *rules, *expected.options, *MODES[mode], *limits,
                   "--", "-w", *FLAGS.get(mode, ())]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return Answer(f"no answer after {SECONDS:.0f} s")
        if not file.exists():
            return Answer(f"no report\n{done.stdout}{done.stderr}")
        report = json.loads(file.read_text())
        found = {entry["automaton"]: found_in(entry) for entry in report["specifications"]}
        if not expected.fits(found, engine_of(mode)):
            return Answer(f"found {found}\n{done.stdout}{done.stderr}")
        results = {result for result, _ in found.values()}
        status = 1 if "violated" in results else 2 if "undecided" in results else 0
        if done.returncode != status:
            return Answer(f"exit status {done.returncode} instead of {status}")
        for entry in report["specifications"]:
            if "violation" in entry and (wrong := replayed(clew, report, entry, Path(folder))):
                return Answer(wrong)
    return Answer(is_decided="undecided" not in results)


def knows(mode: str, program: Path) -> bool:
    """Whether the mode says something of such a program: one is enough of an engine that leaves it open."""
    open_engines = expectation_of(program).open_engines
    if mode not in ENGINES and mode != "calls" and engine_of(mode) in open_engines:
        return False
    if mode == "calls" and "abstract" in open_engines:
        return False
    if mode in ("abstract", "calls") and program.name.startswith("threads_"):
        return False
    return engine_of(mode) == "explicit" or not expectation_of(program).is_explicit


def print_decided(tasks: list[tuple[Path, str]], answers: list[Answer]) -> None:
    """How many programs each engine decides."""
    decided = {engine: {program for (program, its), answer in zip(tasks, answers) if its == mode and answer.is_decided}
               for mode, engine in ENGINES.items()}
    for engine, programs in decided.items():
        print(f"{engine}: {len(programs)} programs decided")
    print(f"all engines: {len(set.intersection(*decided.values()))} programs decided")


def main() -> int:
    options = parse_options()
    programs = sorted([*PROGRAMS.glob("*.c"), *PROGRAMS.glob("*.cpp")])
    programs = [program for program in programs if re.search(options.only, program.name)]
    tasks = [(program, mode) for program in programs for mode in options.modes if knows(mode, program)]
    with ThreadPoolExecutor(options.jobs) as pool:
        answers = list(pool.map(lambda task: answer_of(options.clew, *task), tasks))
    failed = [(task, answer.problem) for task, answer in zip(tasks, answers) if answer.problem]
    for (program, mode), problem in failed:
        print(f"FAILED: {program.name}, {mode}: {problem}")
    print_decided(tasks, answers)
    violated = sum(expectation_of(program).is_violated() for program in programs)
    print(f"{violated} programs are violated")
    print(f"{len(tasks)} checks of {len(programs)} programs, {len(failed)} failed")
    return 1 if failed or not tasks or (2 * violated > len(programs) and not options.only) else 0


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", type=Path, default=FOLDER.parents[1] / "build" / "clew", help="the clew program to test")
    parser.add_argument("--modes", nargs="+", choices=list(MODES), default=list(MODES), metavar="MODE", help="these only")
    parser.add_argument("--only", default="", metavar="REGEX", help="programs whose name matches")
    parser.add_argument("--jobs", type=int, default=2, help="so many at once (default 2)")
    options = parser.parse_args()
    options.clew = options.clew.resolve()
    return options


if __name__ == "__main__":
    sys.exit(main())
