#!/usr/bin/env python3
"""Modules of benchmarks/specs with all their rules, by every strategy and every way to weave.

What a module promises of each rule must be found, whatever is decided together, and whatever was decided before; with hardly any time nothing else may be found, and with
few states what is open is `bounded`. Every violation must be seen again when the report is replayed. Exits with 1 if that was not so.
"""

import argparse
import itertools
import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SPECS = Path(__file__).resolve().parents[2] / "benchmarks" / "specs"
sys.path.insert(0, str(SPECS))
from expectations import RULES, expected  # noqa: E402

MODULES = ("buzzer", "combo_card", "firmware_loader", "thermometer", "wireless")
STRATEGIES = ("each", "s0", "s1", "s2", "s3", "s4", "s5")
WEAVINGS = ("automata", "hybrid", "woven")
LIMIT = 120  # seconds for one module
LITTLE = 0.03  # seconds for a partition
# A module with a rule that is cheap on its own, and was dear after others whose loops had been cut elsewhere; and enough states.
AFTER_OTHERS = ("neighbour_list", "100000")
FLAGS = ["--", f"-I{SPECS}", f"-I{SPECS / 'modules'}"]


def found(clew: Path, module: Path, folder: str, options: list[str]) -> tuple[dict[str, str], list[str]]:
    """The verdict of each rule, and what is wrong with replays."""
    report = Path(folder) / f"{module.stem}{'_'.join(options)}.json"
    rules = [word for rule in RULES for word in ("--spec", SPECS / "rules" / f"{rule}.spc")]
    subprocess.run([clew, "check", module, "--engine", "abstract", "--quiet", "--time-limit", str(LIMIT), "--json", report, *options, *rules, *FLAGS],
                   capture_output=True, check=False)
    entries = json.loads(report.read_text())["specifications"]
    problems = []
    for entry in entries:
        if "violation" not in entry:
            continue
        violation = entry["violation"]
        without = [word for name in violation["switched_off"] for word in ("--without", name)]
        replay = subprocess.run([clew, "replay", module, "--path", violation["path"], *rules, *without, *FLAGS],
                                capture_output=True, text=True, check=False)
        if f"verdict: violated ({entry['automaton']})" not in replay.stdout:
            problems.append(f"the replay of {entry['automaton']} ends otherwise: {replay.stdout[-200:]}{replay.stderr}")
    return {entry["automaton"]: entry["verdict"] for entry in entries}, problems


def compared(clew: Path, name: str, options: list[str], folder: str) -> list[str]:
    module = SPECS / "modules" / f"{name}.c"
    verdicts, problems = found(clew, module, folder, options)
    has_too_few = "--max-states" in options and name != AFTER_OTHERS[0]
    allowed = ("unknown",) if "--partition-time" in options else ("bounded",) if has_too_few else ()
    if has_too_few and "bounded" not in verdicts.values():
        return [f"{name} {' '.join(options)}: nothing is bounded: {verdicts}"]
    for rule, promised in expected(module).items():
        verdict = verdicts.get(rule, "missing")
        wanted = "safe" if promised == "irrelevant" else promised
        if verdict != wanted and verdict not in allowed:
            problems.append(f"{rule} is {verdict}, promised is {promised}")
    return [f"{name} {' '.join(options)}: {problem}" for problem in problems]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", required=True, type=Path)
    options = parser.parse_args()
    cases = []
    for name, strategy in itertools.product(MODULES, STRATEGIES):
        cases += [(name, ["--strategy", strategy, "--weaving", weaving]) for weaving in WEAVINGS if strategy in ("s0", "s5") or weaving == "hybrid"]
        cases.append((name, ["--strategy", strategy, "--partition-time", str(LITTLE)]))
    cases += [("buzzer", ["--strategy", strategy, "--max-states", "20"]) for strategy in STRATEGIES]
    module, states = AFTER_OTHERS
    cases += [(module, ["--strategy", strategy, "--max-states", states]) for strategy in ("each", "s2", "s4")]
    with tempfile.TemporaryDirectory(prefix="clew-") as folder, ThreadPoolExecutor(2) as pool:
        problems = list(itertools.chain(*pool.map(lambda case: compared(options.clew, *case, folder), cases)))
    for problem in problems:
        print(f"FAILED: {problem}")
    print(f"{len(cases)} checks, {len(problems)} failed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
