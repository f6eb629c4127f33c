#!/usr/bin/env python3
"""Searches on disk lose nothing, whatever ends them.

Each workload runs undisturbed once. Then it is ended by `kill -9` at random moments, several times in one run, and
resumed each time: verdict and number of states must be those of the undisturbed run. The same after Ctrl-C, SIGTERM and
limits, which must end with exit status 2. Damaged files are reported or harmless (damage.py); directories that are in use,
or belong to another search, are refused (refusals.py).

A seed determines what is done, but not when the machine gets to it; it is printed with a failure.
"""

import argparse
import random
import signal
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import damage
import kills
import refusals
from runs import UNDECIDED, WORKLOADS, Failure, Runner, Undisturbed, run_undisturbed


@dataclass
class Tally:
    killed: kills.Tally = field(default_factory=kills.Tally)
    stops: int = 0
    damages: damage.Tally = field(default_factory=damage.Tally)


def main() -> int:
    options = parse_options()
    chance = random.Random(options.seed)
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="clew-kill-", dir=options.scratch) as folder:
        runner = Runner(options.clew.resolve(), Path(folder))
        try:
            test(runner, options, chance, tally)
        except Failure as failure:
            print(f"FAILED with --seed {options.seed}: {failure}", file=sys.stderr)
            return 1
        finally:
            print(f"{tally.killed}; {tally.stops} other stops; {tally.damages}")
    return 0


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", required=True, type=Path)
    parser.add_argument("--kills", type=int, default=100, metavar="N", help="so many in all (default 100)")
    parser.add_argument("--damages", type=int, default=40, metavar="N",
                        help="damaged directories of each workload that is damaged (default 40)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workloads", nargs="+", choices=[workload.name for workload in WORKLOADS], metavar="NAME",
                        help="these only")
    parser.add_argument("--scratch", type=Path, help="where the runs' directories go (default: the system's)")
    return parser.parse_args()


def test(runner: Runner, options: argparse.Namespace, chance: random.Random, tally: Tally) -> None:
    wanted = options.workloads or [workload.name for workload in WORKLOADS]
    subjects = [run_undisturbed(runner, workload) for workload in WORKLOADS if workload.name in wanted]
    for subject in subjects:
        print(f"{subject.workload.name}: {subject.outcome.verdict}, {subject.outcome.states:,} states, "
              f"{subject.seconds:.2f} s, {subject.outcome.disk_bytes:,} bytes on disk, "
              f"{subject.outcome.checkpoints} checkpoints", flush=True)
    kills.kill(runner, subjects, options.kills, chance, tally.killed)
    for subject in subjects:
        stop(runner, subject, tally)
    for subject in subjects:
        if subject.workload.name in damage.DAMAGED:
            damage.test(runner, subject, options.damages, chance, tally.damages)
    refusals.test(runner, subjects)


# ---- other stops ----


def stop(runner: Runner, subject: Undisturbed, tally: Tally) -> None:
    """Ctrl-C, SIGTERM and limits in one run: each ends undecided, and the next goes on."""
    directory = runner.directory(f"{subject.workload.name} stopped")
    states, half = subject.outcome.states, subject.seconds / 2
    stops = (
        ("--max-states", lambda more: runner.run(subject.workload, directory, *more, "--max-states", str(states // 4))),
        ("--time-limit", lambda more: runner.run(subject.workload, directory, *more, "--time-limit", f"{half / 2:.3f}")),
        ("Ctrl-C", lambda more: runner.stop(subject.workload, directory, half, signal.SIGINT, *more)),
        ("SIGTERM", lambda more: runner.stop(subject.workload, directory, half, signal.SIGTERM, *more)),
    )
    more: tuple[str, ...] = ()
    for name, end in stops:
        outcome = end(more)
        if outcome.status in (-signal.SIGINT, -signal.SIGTERM):  # it had not begun to search
            more = ("--resume",)
            continue
        if outcome.status != UNDECIDED:
            subject.expect(outcome, f"not stopped by {name}")
            return
        if not outcome.explained:
            raise Failure(f"{subject.workload.name}, stopped by {name}: {outcome}")
        tally.stops += 1
        more = ("--resume",)
    subject.expect(runner.resume(subject.workload, directory), "resumed after Ctrl-C, SIGTERM and limits")


if __name__ == "__main__":
    sys.exit(main())
