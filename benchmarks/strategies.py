#!/usr/bin/env python3
"""The comparison of "On-the-fly decomposition of specifications": each rule of benchmarks/specs on its own, against strategies
that decide them together by predicate abstraction.

For each strategy: how many rules of all modules are satisfied and violated, the partitions and the processor seconds that it
took, by how much that is faster than each rule on its own on the modules where both decide everything, and which results it
has lost or added. Exits with 1 if a figure that is aimed at was not reached.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "specs"))
from expectations import FOLDER, MODULES, RULES, expected  # noqa: E402

STRATEGIES = ("each", "s0", "s1", "s2", "s3", "s4", "s5")
GOALS = {"s0": 5.0, "s5": 8.0}  # times faster than each on its own
COMPLETE = ("s4", "s5")  # may lose nothing


class Outcome:
    """What a strategy has said about one module."""

    def __init__(self, report: dict | None) -> None:
        entries = report["specifications"] if report else []
        self.results = {entry["automaton"]: entry["verdict"] for entry in entries if entry["verdict"] in ("safe", "violated")}
        tried = [entry for entry in entries if "partition" in entry]
        self.partitions = max((entry["partition"] for entry in tried), default=0)
        self.seconds = report["statistics"]["abstract"]["processor_seconds"] if report else 0.0
        self.is_whole = len(self.results) == len(RULES)


def outcome(clew: Path, module: Path, strategy: str, options: argparse.Namespace) -> Outcome:
    with tempfile.TemporaryDirectory(prefix="clew-") as folder:
        report = Path(folder) / "report.json"
        rules = [word for rule in RULES for word in ("--spec", FOLDER / "rules" / f"{rule}.spc")]
        command = [clew, "check", module, "--engine", "abstract", "--strategy", strategy, "--quiet", "--json", report,
                   "--partition-time", str(options.partition), "--time-limit", str(options.limit), *rules,
                   "--", f"-I{FOLDER}", f"-I{FOLDER / 'modules'}"]
        subprocess.run(command, capture_output=True, check=False)
        return Outcome(json.loads(report.read_text()) if report.exists() else None)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", type=Path, default=Path("build/clew"))
    parser.add_argument("--partition", type=float, default=10.0, help="seconds for rules that are decided together")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for one module")
    parser.add_argument("--modules", nargs="*", help="names of modules (default: all)")
    options = parser.parse_args()
    modules = [each for each in MODULES if not options.modules or each.stem in options.modules]
    found: dict[str, dict[str, Outcome]] = {strategy: {} for strategy in STRATEGIES}
    wrong = []
    for module in modules:
        promised = expected(module)
        for strategy in STRATEGIES:
            one = found[strategy][module.stem] = outcome(options.clew, module, strategy, options)
            wrong += [f"{module.name}, {strategy}: {rule} is {verdict}" for rule, verdict in one.results.items()
                      if promised[rule] not in (verdict, "irrelevant")]
        print(f"{module.stem:20}" + "".join(f"{found[s][module.stem].seconds:9.2f}{'' if found[s][module.stem].is_whole else '?'}"
                                            for s in STRATEGIES), flush=True)
    baseline = found["each"]
    missed = list(wrong)
    print(f"\n{'strategy':10}{'satisfied':>10}{'violated':>10}{'partitions':>11}{'seconds':>9}{'speed-up':>9}{'added':>6}{'lost':>5}")
    for strategy in STRATEGIES:
        outcomes = found[strategy]
        verdicts = [verdict for one in outcomes.values() for verdict in one.results.values()]
        pairs = {(module, rule) for module, one in outcomes.items() for rule in one.results}
        before = {(module, rule) for module, one in baseline.items() for rule in one.results}
        whole = [module for module in outcomes if outcomes[module].is_whole and baseline[module].is_whole]
        own = sum(outcomes[module].seconds for module in whole)
        speedup = sum(baseline[module].seconds for module in whole) / own if own else 0.0
        print(f"{strategy:10}{verdicts.count('safe'):10}{verdicts.count('violated'):10}"
              f"{sum(one.partitions for one in outcomes.values()):11}{sum(one.seconds for one in outcomes.values()):9.1f}"
              f"{speedup:9.2f}{len(pairs - before):6}{len(before - pairs):5}")
        if speedup < GOALS.get(strategy, 0.0):
            missed.append(f"{strategy}: {speedup:.1f} times as fast, aimed at {GOALS[strategy]:.0f}")
        if strategy in COMPLETE and before - pairs:
            missed.append(f"{strategy}: {len(before - pairs)} results are lost")
    for line in missed:
        print(f"missed: {line}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
