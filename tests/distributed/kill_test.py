#!/usr/bin/env python3
"""Jobs of clew-mpi lose nothing, whatever ends them.

Each workload runs undisturbed once, and must end as `clew check` does. Then a rank, mpirun or all processes are ended by `kill
-9` at random moments, several times in one run, and the job is resumed each time by another number of ranks: verdict,
states and transitions must be those of the undisturbed run. The same after limits, after signals to mpirun, and after a rank
that has come to a halt. Damaged journals are reported or harmless (../external/damage.py), and those that are in use or
belong to another search are refused.

A seed determines what is done, but not when the machine gets to it; it is printed with a failure.
"""

import argparse
import random
import re
import signal
import sys
import tempfile
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

from jobs import WORKLOADS, Jobs, children, send

import damage
import kills
import refusals
from runs import REFUSED, SAFE, UNDECIDED, Failure, Outcome, Undisturbed, Workload, run_undisturbed

PATIENCE = "2"
MOST_SECONDS_OF_A_HALT = 30.0  # much more than this patience


@dataclass
class Tally:
    killed: kills.Tally = field(default_factory=kills.Tally)
    stops: int = 0
    damages: damage.Tally = field(default_factory=damage.Tally)


def main() -> int:
    options = parse_options()
    chance = random.Random(options.seed)
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="clew-", dir=options.scratch) as folder:
        jobs = Jobs(options.clew.resolve(), options.clew_mpi.resolve(), Path(folder), chance)
        try:
            test(jobs, options, chance, tally)
        except Failure as failure:
            print(f"FAILED with --seed {options.seed}: {failure}", file=sys.stderr)
            return 1
        finally:
            hits = ", ".join(f"{target} {count}" for target, count in jobs.hits.items())
            print(f"{tally.killed} ({hits}); {tally.stops} other stops; {tally.damages}")
    return 0


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", required=True, type=Path)
    parser.add_argument("--clew-mpi", required=True, type=Path)
    parser.add_argument("--kills", type=int, default=50, metavar="N", help="so many in all (default 50)")
    parser.add_argument("--damages", type=int, default=40, metavar="N", help="damaged journals (default 40)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workloads", nargs="+", choices=[workload.name for workload in WORKLOADS], metavar="NAME",
                        help="these only")
    parser.add_argument("--scratch", type=Path, help="where the journals go (default: the system's)")
    return parser.parse_args()


def test(jobs: Jobs, options: argparse.Namespace, chance: random.Random, tally: Tally) -> None:
    wanted = options.workloads or [workload.name for workload in WORKLOADS]
    subjects = [undisturbed(jobs, workload) for workload in WORKLOADS if workload.name in wanted]
    kills.kill(jobs, subjects, options.kills, chance, tally.killed)
    safe = subjects[0]
    stop(jobs, safe, tally)
    refuse(jobs, safe)
    damage.test(jobs, safe, options.damages, chance, tally.damages)


def undisturbed(jobs: Jobs, workload: Workload) -> Undisturbed:
    subject = run_undisturbed(jobs, workload)
    print(f"{workload.name}: {subject.outcome.verdict}, {subject.outcome.states:,} states, {subject.seconds:.2f} s", flush=True)
    subject.expect(jobs.alone(workload), "by clew check")
    return subject


# ---- other stops ----


def stop(jobs: Jobs, subject: Undisturbed, tally: Tally) -> None:
    """A halted rank, limits and signals to mpirun in one run: each ends undecided, and the next goes on."""
    directory = jobs.directory(f"{subject.workload.name} stopped")
    few, soon = str(subject.outcome.states // 4), subject.seconds / 3
    stops = (
        ("a halted rank", lambda *more: halt_rank(jobs, subject, directory, soon / 4)),
        ("--max-states", lambda *more: jobs.run(subject.workload, directory, *more, "--max-states", few)),
        ("--time-limit", lambda *more: jobs.run(subject.workload, directory, *more, "--time-limit", f"{soon / 2:.3f}")),
        ("Ctrl-C", lambda *more: jobs.stop(subject.workload, directory, soon, signal.SIGINT, *more)),
        ("SIGTERM", lambda *more: jobs.stop(subject.workload, directory, soon, signal.SIGTERM, *more)),
    )
    more: tuple[str, ...] = ()
    for name, end in stops:
        outcome = end(*more)
        if outcome.verdict == subject.outcome.verdict:
            subject.expect(replace(outcome, status=subject.outcome.status), f"not stopped by {name}")
            return
        expect_no_verdict(outcome, name)
        tally.stops += 1
        more = ("--resume",)
    subject.expect(jobs.resume(subject.workload, directory), "resumed after a halted rank, limits and signals")


def expect_no_verdict(outcome: Outcome, name: str) -> None:
    """mpirun has exit statuses of its own for some of its ends, so the last line counts; there is none before it begins."""
    if not re.fullmatch(r"verdict: (unknown|bounded) \(.+\)|", outcome.verdict) or outcome.status == SAFE:
        raise Failure(f"stopped by {name}: {outcome}")
    if name.startswith("--") and outcome.status != UNDECIDED:
        raise Failure(f"stopped by {name}: {outcome}")


def halt_rank(jobs: Jobs, subject: Undisturbed, directory: Path, after: float) -> Outcome:
    """One that is there, but does nothing: the others lose patience with it."""
    process = jobs.start(subject.workload, directory, "--patience", PATIENCE)
    refusals.wait_for_files(directory, process)
    time.sleep(after)
    for rank in children(process.pid)[:1]:
        send(rank, signal.SIGSTOP)
    begin = time.monotonic()
    outcome = jobs.finish(process, directory)
    seconds = time.monotonic() - begin
    if seconds > MOST_SECONDS_OF_A_HALT:
        raise Failure(f"a halted rank kept the job for {seconds:.0f} s: {outcome}")
    return outcome


# ---- journals that must be refused ----


def refuse(jobs: Jobs, subject: Undisturbed) -> None:
    directory = subject.stopped(jobs, "journal")
    workload = subject.workload
    others = (
        ("a new job in a journal that holds one", workload, ()),
        ("another program", replace(workload, flags=("-DN=8",)), ("--resume",)),
        ("another property", replace(workload, options=("--property", "assert")), ("--resume",)),
        ("another kind of search", workload, ("--resume", "--max-depth", "9")),
    )
    for what, other, more in others:
        expect_refusal(jobs.run(other, directory, *more), what)
    subject.expect(jobs.resume(workload, directory), "resumed after others were refused")
    refuse_while_used(jobs, subject)


def refuse_while_used(jobs: Jobs, subject: Undisturbed) -> None:
    """While a job has the journal no other gets it."""
    directory = jobs.directory(f"{subject.workload.name} used")
    process = jobs.start(subject.workload, directory)
    refusals.wait_for_files(directory, process)
    halted = children(process.pid)
    for rank in halted:  # the job must not end meanwhile
        send(rank, signal.SIGSTOP)
    other = Jobs(jobs.clew, jobs.clew_mpi, jobs.folder / "other", jobs.chance)
    other.folder.mkdir()
    other.programs = jobs.programs
    try:
        for more in (("--resume",), ()):
            outcome = other.finish(other.start(subject.workload, directory, *more), directory)
            expect_refusal(outcome, "a journal in use")
    finally:
        for rank in halted:
            send(rank, signal.SIGCONT)
    subject.expect(jobs.finish(process, directory), "while others asked for its journal")


def expect_refusal(outcome: Outcome, what: str) -> None:
    if outcome.status != REFUSED or not outcome.explained:
        raise Failure(f"{what} is not refused in one line: {outcome}")


if __name__ == "__main__":
    sys.exit(main())
