#!/usr/bin/env python3
"""What 1,000 ranks would do: searches are recorded as scripts, and the ranks of a distributed search are simulated on them.

cluster_simulation.cpp has the protocol of clew-mpi; here are the measurements it needs, a comparison with real jobs of a
few ranks, how even the work of ranks is that have a core each, and the tables. How long a step takes is measured, what the
network does is assumed. Exits with 1 if a real job and its simulation are too far apart, or the work is too uneven.
docs/cluster.md says what follows.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from common import DEFAULT_CLEW, FOLDER, has_option, mark, not_there_yet, print_table
from ranged import LARGE, MOST_IMBALANCE, SUBJECTS, Subject, compiled
from ranged_runs import Run, search, search_ranks

NAMES = ("integer-choice", "linked-list", "philosophers-6-choice")
RANKS = (1, 2, 10, 32, 100, 320, 1000)
REAL_RANKS = (1, 2, 4)
BALANCE_RANKS = (2, 4, 8, 16)  # those of ranged.py
MOST = 1000
COPIES = 4  # of the program that has the most claims, for a search with more states for each rank
SIZES = (1, 4, 16, 64)  # copies for 1,000 ranks, as far as --copies allows
WAITS = (2, 50)  # ms until claims are sent that have found no company; the first is what clew-mpi does
WITHIN = 1.25  # a count of a real job and that of its simulation, at most so many times each other
FEW = 100_000  # transitions, below which a job is too short to compare


@dataclass(frozen=True)
class Network:
    """Microseconds, and bytes per microsecond for each rank."""

    name: str
    latency: float
    bandwidth: float
    message: float  # of a rank's own time, for sending a message, and for receiving one


SHARED_MEMORY = Network("shared memory", 0.5, 4000, 0.5)
NETWORKS = (Network("InfiniBand", 2, 10_000, 0.5), Network("10 Gbit Ethernet", 30, 1250, 3), Network("1 Gbit Ethernet", 100, 125, 5))


@dataclass(frozen=True)
class Recorded:
    """A search that was written down, and how long it takes."""

    subject: Subject
    program: Path
    script: Path
    one: Run
    alone: Run  # one rank of a job, or the same if there are no jobs
    assumed: float | None  # microseconds for a transition, instead of what was measured

    @property
    def step(self) -> float:
        """Microseconds that one rank takes for a transition, with everything but messages."""
        return self.assumed or time_of_step(self.alone)

    @property
    def step_of_one(self) -> float:
        """The same for the search that the ranks are compared with."""
        return self.assumed or time_of_step(self.one)


def time_of_step(run: Run) -> float:
    return 1e6 * run.whole.seconds / max(1, run.transitions)


def main() -> int:
    options = parse_options()
    if not has_option(options.clew, "--script"):
        print(not_there_yet("--script"))
        return 1
    with tempfile.TemporaryDirectory(prefix="clew-bench-") as name:
        folder = Path(name)
        simulator = compile_simulator(folder)
        has_jobs = options.clew_mpi.is_file() and shutil.which("mpirun") is not None
        recorded = [record(options, SUBJECTS[each], folder, has_jobs) for each in (NAMES[-1:] if options.quick else NAMES)]
        good = True
        if has_jobs:
            good = compare(options, simulator, recorded)
        else:
            print("clew-mpi is not there: nothing to compare the simulation with, and steps take as long as clew's")
        good &= print_balance(options, simulator, recorded)
        print_estimates(options, simulator, recorded)
        if not options.quick:
            print_sizes(options, simulator, recorded[-1])
    return 0 if good or options.quick else 1


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", type=Path, default=DEFAULT_CLEW, help="the clew program to measure")
    parser.add_argument("--clew-mpi", type=Path, help="the one for MPI (default: clew-mpi beside clew)")
    parser.add_argument("--quick", action="store_true", help="a small program and few ranks")
    parser.add_argument("--copies", type=int, default=COPIES, metavar="N",
                        help=f"up to so many copies of the last program make a longer search (default {COPIES})")
    parser.add_argument("--step", type=float, metavar="US",
                        help="microseconds for a transition, instead of measuring: for a machine that has other things to do")
    options = parser.parse_args()
    if options.copies < 1 or (options.step is not None and options.step <= 0):
        parser.error("--copies is at least 1, --step more than 0")
    options.clew = options.clew.resolve()
    options.clew_mpi = (options.clew_mpi or options.clew.with_name("clew-mpi")).resolve()
    return options


def compile_simulator(folder: Path) -> Path:
    target = folder / "cluster_simulation"
    subprocess.run(["clang++-19", "-std=c++20", "-O2", FOLDER / "cluster_simulation.cpp", "-o", target], check=True)
    return target


def record(options: argparse.Namespace, subject: Subject, folder: Path, has_jobs: bool) -> Recorded:
    print(f"{subject.name}: one search, and a script", file=sys.stderr, flush=True)
    program = compiled(subject.source, subject.quick if options.quick else subject.flags, folder)
    script = program.with_suffix(".clew")
    one = min((search(options.clew, program) for _ in range(2)), key=lambda run: run.whole.seconds)
    if search(options.clew, program, "--script", script).verdict != "safe":
        raise SystemExit(f"{subject.name} is not safe")
    alone = min((search_ranks(options.clew_mpi, program, 1) for _ in range(2)),
                key=lambda run: run.whole.seconds) if has_jobs else one
    return Recorded(subject, program, script, one, alone, options.step)


def simulate(options: argparse.Namespace, simulator: Path, recorded: Recorded, settings: list[dict]) -> list[dict]:
    """One result for each setting; times are in microseconds."""
    print(f"{recorded.subject.name}: {len(settings)} simulations", file=sys.stderr, flush=True)
    texts = [",".join(f"{name}={value}" for name, value in {"step": recorded.step, **setting}.items()) for setting in settings]
    printing = subprocess.Popen([options.clew, "script", "print", recorded.script], stdout=subprocess.PIPE)
    try:
        finished = subprocess.run([simulator, *texts], stdin=printing.stdout, capture_output=True, text=True, check=True)
    finally:
        printing.stdout.close()
        printing.wait()
    return [json.loads(line) for line in finished.stdout.splitlines()]


def network_setting(network: Network) -> dict:
    return {"latency": network.latency, "bandwidth": network.bandwidth, "message": network.message}


# ---- real jobs ----


def compare(options: argparse.Namespace, simulator: Path, recorded: list[Recorded]) -> bool:
    """Real jobs on this machine and their simulations; true if their counts are alike."""
    print("\nJobs on this machine, and simulated with its time per transition (in brackets)")
    rows, good, worst = [], True, 1.0
    cores = os.cpu_count() or 1
    for each in recorded:
        found = simulate(options, simulator, each,
                         [{"ranks": ranks, "step": time_of_step(each.alone), **network_setting(SHARED_MEMORY)}
                          for ranks in REAL_RANKS])
        for ranks, simulated in zip(REAL_RANKS, found):
            run = each.alone if ranks == 1 else search_ranks(options.clew_mpi, each.program, ranks)
            good &= run.verdict == "safe"
            good &= simulated["states"] == run.states and simulated["transitions"] == run.transitions
            counts = [(run.rank_sum(name), simulated[name]) for name in ("claims", "messages", "bytes", "steals")]
            if ranks > 1 and run.transitions >= FEW:
                worst = max([worst, *(apart(real, other) for real, other in (counts[0], counts[2]))])
            seconds = f"{simulated['seconds']:.2f}" if ranks <= cores else "-"
            rows.append([each.subject.name if ranks == 1 else "", str(ranks), f"{run.whole.seconds:.2f} ({seconds})",
                         *(f"{real:,} ({other:,})" for real, other in counts),
                         f"{run.imbalance:.2f} ({imbalance(simulated):.2f})"])
    print_table(["subject", "ranks", "s", "claims", "messages", "bytes", "steals", "largest/mean"], rows)
    if not good:
        print("ERROR: a job was not safe, or its simulation has other states or transitions")
    print(f"claims and bytes at most {WITHIN} times those of the simulation, and the other way round: {worst:.2f}: "
          f"{mark(worst <= WITHIN)}")
    return good and worst <= WITHIN


def apart(one: int, other: int) -> float:
    return max(one, other, 1) / max(1, min(one, other))


def imbalance(simulated: dict) -> float:
    return simulated["largest"] * simulated["ranks"] / max(1, simulated["transitions"])


# ---- balance ----


def print_balance(options: argparse.Namespace, simulator: Path, recorded: list[Recorded]) -> bool:
    """The ranks of ranged.py, of which most take turns on a small machine, as if each had a core; true if the goal is met."""
    print("\nSimulated: ranks on one machine with a core for each")
    rows, judged = [], []
    for each in recorded:
        found = simulate(options, simulator, each, [{"ranks": ranks, **network_setting(SHARED_MEMORY)} for ranks in BALANCE_RANKS])
        if found[0]["states"] > LARGE:
            judged += map(imbalance, found)
        rows += [[each.subject.name if one is found[0] else "", str(one["ranks"]), f"{imbalance(one):.2f}", f"{one['steals']:,}"]
                 for one in found]
    print_table(["subject", "ranks", "largest/mean", "steals"], rows)
    if not judged:
        print(f"no subject has more than {LARGE:,} states, so balance is not judged")
        return True
    print(f"largest rank at most {MOST_IMBALANCE} times the mean, subjects of more than {LARGE:,} states: {max(judged):.2f}: "
          f"{mark(max(judged) <= MOST_IMBALANCE)}")
    return max(judged) <= MOST_IMBALANCE


# ---- the estimate ----


def print_estimates(options: argparse.Namespace, simulator: Path, recorded: list[Recorded]) -> None:
    print("\nSimulated: times as fast as one search, and what the ranks send")
    sizes = RANKS[:3] if options.quick else RANKS
    for each in recorded:
        copies = min(COPIES, options.copies) if each is recorded[-1] and not options.quick else 1
        for network in NETWORKS:
            settings = [{"ranks": ranks, "copies": copies, **network_setting(network)} for ranks in sizes]
            found = simulate(options, simulator, each, settings)
            title = f"{each.subject.name}{f', {copies} copies' if copies > 1 else ''}"
            print(f"\n{title}: {found[0]['states']:,} states, {each.step:.2f} us a transition; {network.name}")
            print_table(HEADER, [row(each, one) for one in found])


HEADER = ["ranks", "s", "times", "of ranks", "largest/mean", "steals", "replayed", "claims/message", "messages/state",
          "bytes/state", "MB/s per rank"]


def row(recorded: Recorded, found: dict) -> list[str]:
    """Times are against a search by clew check, which has as many transitions."""
    one = 1e-6 * recorded.step_of_one * found["transitions"]
    times, states = one / found["seconds"], found["states"]
    batch = 2 * found["claims"] / max(1, found["messages"] - 2 * found["asks"])  # half of them are answers
    return [f"{found['ranks']:,}", f"{found['seconds']:.3f}", f"{times:.1f}", f"{times / found['ranks']:.0%}",
            f"{imbalance(found):.2f}", f"{found['steals']:,}", f"{found['replayed'] / max(1, found['transitions']):.1%}",
            f"{batch:.1f}", f"{found['messages'] / states:.2f}", f"{found['bytes'] / states:.1f}",
            f"{1e-6 * found['bytes'] / found['seconds'] / found['ranks']:.1f}"]


def print_sizes(options: argparse.Namespace, simulator: Path, recorded: Recorded) -> None:
    """The more states there are for each rank, the more claims go together, if they wait for each other."""
    print(f"\n{recorded.subject.name}, {MOST:,} ranks, {NETWORKS[0].name}: so many copies, claims wait up to so long")
    sizes = [copies for copies in SIZES if copies <= options.copies]
    cases = [(copies, wait) for copies in sizes for wait in (WAITS if copies == sizes[-1] else WAITS[:1])]
    settings = [{"ranks": MOST, "copies": copies, "flush": 1000 * wait, **network_setting(NETWORKS[0])} for copies, wait in cases]
    found = simulate(options, simulator, recorded, settings)
    print_table(["copies", "states", "wait, ms", *HEADER[1:]],
                [[str(copies), f"{each['states']:,}", str(wait), *row(recorded, each)[1:]]
                 for (copies, wait), each in zip(cases, found)])


if __name__ == "__main__":
    sys.exit(main())
