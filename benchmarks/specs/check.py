#!/usr/bin/env python3
"""Checks what the modules promise: each is safe without rules, and each rule has the verdict that the module names.

Without --spec the rules are those of oracle.h, plain C; with --spec they are the automata in rules/. --repaired takes
the modules without their faults (repairs.py). Exits with 1 when an answer is not the promised one."""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from expectations import FOLDER, MODULES, RULES, expected, is_relevant
from repairs import REPAIRS, repaired

LIMIT = 20  # seconds for one run
INCLUDES = [f"-I{FOLDER}", f"-I{FOLDER / 'modules'}"]


def run(clew: Path, arguments: list[str], flags: list[str]) -> dict | None:
    """The report of one run of `clew check`, or None if there is none in time."""
    with tempfile.TemporaryDirectory(prefix="clew-specs-") as folder:
        report = Path(folder) / "report.json"
        command = [clew, "check", *arguments, "--quiet", "--json", report, "--", *INCLUDES, *flags]
        try:
            done = subprocess.run(command, timeout=LIMIT, capture_output=True, text=True)
        except subprocess.TimeoutExpired:
            return None
        if not report.exists():
            print(done.stderr.strip(), file=sys.stderr)
            return None
        return json.loads(report.read_text())


def oracle_answers(clew: Path, module: Path) -> dict[str, str]:
    """The verdict of each rule by assertions in C."""
    answers = {}
    program = module.read_text()
    for rule in RULES:
        if not is_relevant(rule, program):
            answers[rule] = "irrelevant"
            continue
        report = run(clew, [str(module)], [f"-DORACLE=rule_{rule}"])
        answers[rule] = report["verdict"] if report else "no answer"
    return answers


def automata_answers(clew: Path, module: Path) -> dict[str, str]:
    """The verdict of each rule by its automaton, all of them at once."""
    options = [option for rule in RULES for option in ("--spec", str(FOLDER / "rules" / f"{rule}.spc"))]
    report = run(clew, [str(module), *options], [])
    if report is None:
        return dict.fromkeys(RULES, "no answer")
    return {entry["automaton"]: entry["verdict"] if entry["relevant"] else "irrelevant"
            for entry in report["specifications"]}


def differences(module: Path, answers: dict[str, str]) -> list[str]:
    return [f"{module.name}: {rule} is {answers.get(rule, 'missing')}, expected {verdict}"
            for rule, verdict in expected(module).items() if answers.get(rule) != verdict]


def uncovered(modules: list[Path]) -> list[str]:
    """Rules that lack a correct or a violating module."""
    seen = Counter(pair for module in modules for pair in expected(module).items())
    return [f"no module in which {rule} is {verdict}"
            for rule in RULES for verdict in ("safe", "violated") if seen[rule, verdict] == 0]


def checked(clew: Path, module: Path, uses_automata: bool) -> list[str]:
    """What is wrong with one module; prints a line about it."""
    plain = run(clew, [str(module)], [])
    verdict = plain["verdict"] if plain else "no answer"
    problems = [] if verdict == "safe" else [f"{module.name}: {verdict} without rules"]
    problems += differences(module, (automata_answers if uses_automata else oracle_answers)(clew, module))
    states = plain["statistics"]["states"] if plain else 0
    outcome = f"{len(problems)} differ" if problems else "as expected"
    print(f"{module.name:28} {states:>9,} states  {outcome}", flush=True)
    return problems


def without_faults(modules: list[Path], folder: Path) -> list[Path]:
    """Repaired modules as files, of those that need it."""
    made = []
    for module in modules:
        if module.stem not in REPAIRS:
            continue
        made.append(folder / module.name)
        made[-1].write_text(repaired(module))
    return made


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", type=Path, help="some modules (default: all)")
    parser.add_argument("--clew", type=Path, default=FOLDER.parents[1] / "build" / "clew", help="the clew to ask")
    parser.add_argument("--spec", action="store_true", help="ask the automata and not the oracle")
    parser.add_argument("--repaired", action="store_true", help="the modules that violate rules, without their faults")
    options = parser.parse_args()
    modules = options.modules or MODULES
    problems = [] if options.modules else uncovered(MODULES)
    with tempfile.TemporaryDirectory(prefix="clew-specs-") as folder:
        for module in without_faults(modules, Path(folder)) if options.repaired else modules:
            problems += checked(options.clew, module, options.spec)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
