#!/usr/bin/env python3
"""The comparison of "On-the-fly decomposition of specifications": each rule of benchmarks/specs on its own, against strategies
that decide them together by predicate abstraction.

For each strategy: how many rules of all modules are satisfied and violated, the partitions and the processor seconds that it
took, by how much that is faster than each rule on its own, and which results it has lost or added. All limits are seconds of the
processor, so a busy machine changes nothing. A rule that is given up counts with the time up to its limit, as in the paper; the
second speed-up is that on the modules which all strategies decide. Exits with 1 if something wrong was found, or a figure that is
aimed at was not reached; with --quick, which takes small modules only, times do not count.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "specs"))
from expectations import FOLDER, MODULES, RULES, expected  # noqa: E402

STRATEGIES = ("each", "s0", "s1", "s2", "s3", "s4", "s5")
GOALS = {"s0": 5.0, "s5": 8.0}  # times faster than each on its own
COMPLETE = ("s4", "s5")  # may lose nothing
QUICK = ("buzzer", "combo_card", "firmware_loader", "ramdisk", "serial_port", "smartcard")


class Outcome:
    """What a strategy has said about one module."""

    def __init__(self, report: dict | None) -> None:
        entries = report["specifications"] if report else []
        self.results = {entry["automaton"]: entry["verdict"] for entry in entries if entry["verdict"] in ("safe", "violated")}
        tried = [entry for entry in entries if "partition" in entry]
        self.partitions = max((entry["partition"] for entry in tried), default=0)
        self.seconds = report["statistics"]["abstract"]["processor_seconds"] if report else 0.0
        self.is_whole = len(self.results) == len(RULES)


def processor_seconds(process: subprocess.Popen) -> float:
    """What it has used so far; nothing if it has just ended."""
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run_for(command: list, seconds: float) -> None:
    """Lets a command end cleanly when it has used so much of the processor."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None:
        if processor_seconds(process) > seconds:
            process.send_signal(signal.SIGINT)
            process.wait()
        time.sleep(0.02)


def outcome(clew: Path, module: Path, strategy: str, options: argparse.Namespace) -> Outcome:
    with tempfile.TemporaryDirectory(prefix="clew-") as folder:
        report = Path(folder) / "report.json"
        rules = [word for rule in RULES for word in ("--spec", FOLDER / "rules" / f"{rule}.spc")]
        command = [clew, "check", module, "--engine", "abstract", "--strategy", strategy, "--quiet", "--json", report,
                   "--partition-time", str(options.limit), *rules, "--", f"-I{FOLDER}", f"-I{FOLDER / 'modules'}"]
        run_for(command, options.module_limit)
        return Outcome(json.loads(report.read_text()) if report.exists() else None)


def compared(found: dict[str, dict[str, Outcome]], goals: dict[str, float]) -> list[str]:
    """Prints the table; returns which figures were missed."""
    def seconds(strategy: str, modules: list[str]) -> float:
        return sum(found[strategy][module].seconds for module in modules)

    everything = list(found["each"])
    whole = [module for module in everything if all(found[strategy][module].is_whole for strategy in STRATEGIES)]
    before = {(module, rule) for module, one in found["each"].items() for rule in one.results}
    print(f"\n{len(whole)} of {len(everything)} modules are decided by every strategy")
    print(f"{'strategy':10}{'satisfied':>10}{'violated':>10}{'partitions':>11}{'seconds':>9}{'speed-up':>9}{'if decided':>11}{'added':>6}{'lost':>5}")
    missed = []
    for strategy, outcomes in found.items():
        verdicts = [verdict for one in outcomes.values() for verdict in one.results.values()]
        pairs = {(module, rule) for module, one in outcomes.items() for rule in one.results}
        speedup, if_decided = (seconds("each", some) / max(seconds(strategy, some), 0.01) for some in (everything, whole))
        print(f"{strategy:10}{verdicts.count('safe'):10}{verdicts.count('violated'):10}"
              f"{sum(one.partitions for one in outcomes.values()):11}{seconds(strategy, everything):9.1f}"
              f"{speedup:9.2f}{if_decided:11.2f}{len(pairs - before):6}{len(before - pairs):5}")
        if speedup < goals.get(strategy, 0.0):
            missed.append(f"{strategy}: {speedup:.1f} times as fast, aimed at {goals[strategy]:.0f}")
        if strategy in COMPLETE and before - pairs:
            missed.append(f"{strategy}: {len(before - pairs)} results are lost")
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", type=Path, default=Path("build/clew"))
    parser.add_argument("--limit", type=float, default=30.0, help="seconds for one rule, or for rules that are decided together")
    parser.add_argument("--module-limit", type=float, default=300.0, help="seconds for one module")
    parser.add_argument("--modules", nargs="*", help="names of modules (default: all)")
    parser.add_argument("--quick", action="store_true", help=f"{', '.join(QUICK)} only; times do not count")
    options = parser.parse_args()
    names = options.modules or (QUICK if options.quick else [each.stem for each in MODULES])
    modules = [each for each in MODULES if each.stem in names]
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
    missed = wrong + compared(found, {} if options.quick else GOALS)
    for line in missed:
        print(f"missed: {line}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
