#!/usr/bin/env python3
"""Jobs of clew-mpi decide as `clew check` does, however many ranks they have.

Compared are the verdict, the violated property and, where the search is complete, the numbers of states and transitions, of
whole programs, of the classics, and of generated ones (../differential/concurrent_programs.py), in the modes in which
clew-mpi searches. What is violated is replayed by `clew replay`. Certificates are accepted by all ranks together, and forged
ones are not. Wrong input is told once and not by every rank.
"""

import argparse
import random
import re
import shlex
import shutil
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from jobs import TESTS, Jobs

import concurrent_programs
import damage
from runs import REFUSED, SAFE, VIOLATED, Failure, Outcome

PROGRAMS = TESTS / "programs"
CLASSICS = PROGRAMS / "classics"
RANKS = (1, 2, 3, 5)
MANY_RANKS = 16
COUNTS = ("states", "transitions")
MOST_STATES = 20000  # generated programs with more are passed over

# Over all kinds of verdicts and choices.
TASKS = (
    "assert/choice_inside_thread", "assert/one_input_reaches_error", "assert/no_input_reaches_error",
    "assert/store_buffering", "data_race/counter", "data_race/counter_under_mutex", "deadlock/two_waiters_one_signal",
    "deadlock/endless_spin_is_no_deadlock", "sync/timed_wait_may_time_out", "sync/any_waiter_may_wake",
)
# And with options of their own; the last is undefined without being asked for, so that the verdict is unknown.
PROGRAMS_WITH_OPTIONS = (
    ("invariant/peterson.c", "--invariant", "!(critical[0] && critical[1])"),
    ("invariant/peterson_with_a_wrong_turn.c", "--invariant", "!(critical[0] && critical[1])"),
    ("next/counter_falls_back.c", "--next", "next(count) >= count"),
    ("next/counter_only_grows.c", "--next", "next(count) == count || next(count) == count + 1"),
    ("use_after_free/freed_under_a_reader.c", "--property", "assert"),
)


@dataclass(frozen=True)
class Mode:
    """Options for clew check and clew-mpi, those for clew-mpi only, and what both must count alike."""

    options: tuple[str, ...] = ()
    job: tuple[str, ...] = ()
    counts: tuple[str, ...] = COUNTS

    def __str__(self) -> str:
        return " ".join((*self.options, *self.job)) or "no options"


PLAIN = Mode()
PRIVATE = ("--sharing", "none")
FIXED = ("--balance", "static")
STATIC = Mode(job=FIXED, counts=("states",))  # states on boundaries that are claimed, too, are expanded twice
# A state that is reached by a shorter path later is expanded again, how often depends on who is first.
BOUNDED = ("--max-depth", "9")
MODES = (
    Mode(job=PRIVATE, counts=()),
    STATIC,
    Mode(job=PRIVATE + FIXED, counts=()),
    Mode(BOUNDED, counts=("states",)),
    Mode(BOUNDED, FIXED, counts=("states",)),
    Mode(BOUNDED, PRIVATE, counts=()),
    Mode(("--reduction", "full")),
    Mode(("--reduction", "full"), PRIVATE, counts=()),
    Mode(("--reduction", "local")),
    Mode(("--execute-all",)),
)
MODE_PROGRAMS = ("bakery", "dining_philosophers", "dining_philosophers_one_left_handed", "producer_consumer",
                 "readers_writers", "semaphore_if")
# Without recognising states there are as many as paths, and each is in one range.
STATELESS = (Mode(("--stateless",)), Mode(("--stateless",), FIXED), Mode(("--stateless", *BOUNDED)),
             Mode(("--stateless", *BOUNDED), FIXED))
STATELESS_PROGRAMS = ("barrier", "double_checked_locking", "lost_wakeup", "producer_consumer", "producer_consumer_if")


class Agreement:
    def __init__(self, jobs: Jobs, options: argparse.Namespace) -> None:
        self.jobs = jobs
        self.options = options
        self.chance = jobs.chance
        self.verdicts: Counter[str] = Counter()
        self.comparisons = 0
        self.turn = 0

    # ---- how many ranks ----

    def some_ranks(self) -> tuple[int, ...]:
        """One number in turn, or all of them."""
        if self.options.all_ranks:
            return (*RANKS, MANY_RANKS)
        self.turn += 1
        return (RANKS[self.turn % len(RANKS)],)

    # ---- runs ----

    def alone(self, *words: str | Path) -> Outcome:
        return self.jobs.launch([self.jobs.clew, *words])

    def together(self, ranks: int, *words: str | Path) -> Outcome:
        return self.jobs.launch(["mpirun", "-n", str(ranks), self.jobs.clew_mpi, *words])

    # ---- comparisons ----

    def compare(self, program: Path, mode: Mode, all_ranks: tuple[int, ...], *more: str) -> None:
        words = ("check", program, "--quiet", *mode.options, *more)
        alone = self.alone(*words)
        for ranks in all_ranks:
            together = self.together(ranks, *words, *mode.job)
            what = f"{program.name}, {mode} {' '.join(more)}, {ranks} ranks"
            self.compare_outcomes(what, words, mode, alone, together)
            self.comparisons += 1
        self.verdicts[re.sub(r"[^(]*\d[^)]*", "...", alone.verdict)] += 1

    def compare_outcomes(self, what: str, words: tuple, mode: Mode, alone: Outcome, together: Outcome) -> None:
        if alone.status != together.status or kind_of(alone) != kind_of(together):
            raise Failure(f"{what}: {together}; clew check: {alone}")
        if alone.status == VIOLATED:
            self.confirm(what, words, alone, together)
            self.replay(what, together)
        elif alone.status == SAFE or alone.verdict.startswith("verdict: bounded (depth"):
            if any(getattr(alone, count) != getattr(together, count) for count in mode.counts):
                raise Failure(f"{what}: {together}; clew check: {alone}")

    def confirm(self, what: str, words: tuple, alone: Outcome, together: Outcome) -> None:
        """A program may violate several properties, and any of them may be found first."""
        found = violated_by(together)
        if found == violated_by(alone):
            return
        asked = self.alone(*words, "--property", found)
        if violated_by(asked) != found:
            raise Failure(f"{what}: {together}; clew check --property {found}: {asked}")

    def replay(self, what: str, together: Outcome) -> None:
        said = re.search(r"^to see it again: (.*)$", together.output, re.MULTILINE)
        if said is None:
            raise Failure(f"{what}: no path is shown: {together.output}")
        _, *words = shlex.split(said[1])
        replayed = self.alone(*words)
        if replayed.verdict != together.verdict:
            raise Failure(f"{what}: `{said[1]}` ends with {replayed}, not with {together.verdict}")

    # ---- programs ----

    def tasks(self) -> None:
        for task in TASKS:
            self.compare(PROGRAMS / f"{task}.yml", PLAIN, self.some_ranks())
        for program, *more in PROGRAMS_WITH_OPTIONS:
            self.compare(PROGRAMS / program, PLAIN, self.some_ranks(), *more)
        classics = sorted(CLASSICS.glob("*.yml"))
        if not self.options.all_ranks:
            classics = self.chance.sample(classics, self.options.classics)
        for task in classics:
            self.compare(task, PLAIN, self.some_ranks())

    def many_ranks(self) -> None:
        for name in ("bakery", "dining_philosophers", "lock_order_same"):
            self.compare(CLASSICS / f"{name}.c", PLAIN, (MANY_RANKS,))
        self.compare(CLASSICS / "bakery.c", STATIC, (MANY_RANKS,))

    def modes(self) -> None:
        for number, mode in enumerate(MODES):
            names = MODE_PROGRAMS if self.options.all_ranks else [MODE_PROGRAMS[number % len(MODE_PROGRAMS)]]
            for name in names:
                self.compare(CLASSICS / f"{name}.c", mode, self.some_ranks())
        for number, mode in enumerate(STATELESS):
            names = STATELESS_PROGRAMS if self.options.all_ranks else [STATELESS_PROGRAMS[number % len(STATELESS_PROGRAMS)]]
            for name in names:
                self.compare(CLASSICS / f"{name}.c", mode, self.some_ranks())

    def bounds(self) -> None:
        """Ranks come to states by longer and by shorter ways than others."""
        program = Path(__file__).resolve().parent / "shorter_way.c"
        for depth in ("6", "7", "8"):
            self.compare(program, Mode(("--max-depth", depth), counts=("states",)), self.some_ranks())

    def generated(self) -> None:
        done, seed = 0, self.options.first_seed
        while done < self.options.count:
            path = self.jobs.folder / f"generated_{seed}.c"
            goals = self.chance.choice([0, 0, concurrent_programs.ALL_GOALS])
            path.write_text(concurrent_programs.generate(seed).source().replace(str(concurrent_programs.MASK_MARK), str(goals)))
            seed += 1
            small = self.alone("check", path, "--quiet", "--max-states", str(MOST_STATES))
            if small.verdict.startswith("verdict: bounded"):
                continue
            mode = self.chance.choice([PLAIN, PLAIN, *MODES])
            try:
                self.compare(path, mode, self.some_ranks())
            except Failure:
                shutil.copy(path, tempfile.gettempdir())
                raise
            done += 1

    # ---- what ranks report ----

    def shares(self) -> None:
        """The report says what each rank has done, which adds up."""
        outcome = self.together(3, "check", CLASSICS / "bakery.c", "--quiet")
        statistics = self.jobs.launched_report()["statistics"]
        for count in COUNTS:
            shares = [rank[count] for rank in statistics["ranks"]]
            if len(shares) != 3 or sum(shares) != getattr(outcome, count):
                raise Failure(f"{count} of the ranks are {shares}, of all {outcome}")

    # ---- certificates ----

    def certificates(self) -> None:
        program, other = CLASSICS / "bakery.c", CLASSICS / "dekker.c"
        script = self.jobs.folder / "script.clew"
        self.alone("check", program, "--quiet", "--script", script)
        for ranks in (1, 3, 5):
            self.compare_certificates(ranks, program, script, "whole", SAFE)
            self.compare_certificates(ranks, other, script, "of another program", VIOLATED)
        for _ in range(self.options.forgeries):
            forged = self.jobs.folder / "forged.clew"
            shutil.copy(script, forged)
            done = self.chance.choice([damage.change_byte, damage.change_byte, damage.cut, damage.lengthen])(forged, self.chance)
            self.compare_certificates(self.chance.choice((1, 3, 5)), program, forged, done, None)

    def compare_certificates(self, ranks: int, program: Path, script: Path, what: str, status: int | None) -> None:
        words = ("certify", program, "--script", script)
        alone, together = self.alone(*words), self.together(ranks, *words)
        self.comparisons += 1
        is_alike = alone.status == together.status and kind_of(alone) == kind_of(together)
        if not is_alike or (together.status if status is None else status) != together.status:
            raise Failure(f"script {what}, {ranks} ranks: {together}; clew certify: {alone}")

    # ---- wrong input ----

    def wrong_input(self) -> None:
        program = CLASSICS / "lock_order_same.c"
        folder = self.jobs.folder
        broken = folder / "broken.c"
        broken.write_text("int main(void) { return nothing; }\n")
        noise = folder / "noise.bc"
        noise.write_bytes(self.chance.randbytes(4000))
        stranger = folder / "stranger"
        stranger.mkdir()
        (stranger / "letter").write_text("not a journal")
        wrong = (
            (), ("check",), ("walk", program), ("check", folder / "absent.c"), ("check", noise), ("check", program, "--ranks", "3"),
            ("check", program, "--sharing", "some"), ("check", program, "--balance", "even"), ("check", program, "--patience", "-1"),
            ("check", program, "--resume"), ("check", program, "--journal", stranger), ("check", program, "--journal", program),
            ("check", program, "--journal", stranger, "--resume"), ("check", program, "--invariant", "nowhere == 1"),
            ("check", program, "--search", "bfs"), ("check", program, "--symmetry", "threads"),
            ("check", program, "--store", "bitstate"), ("certify", program, "--script", folder / "absent.clew"), ("certify", program),
        )
        for words in wrong if self.options.all_ranks else self.chance.sample(wrong, len(wrong) // 2):
            self.expect_refusal(words, self.together(3, *words))
        outcome = self.together(3, "check", broken)
        if outcome.status != REFUSED or outcome.errors.count("nothing") != 2:  # clang's message, and the line it is about
            raise Failure(f"a program that does not compile: {outcome}")

    def expect_refusal(self, words: tuple, outcome: Outcome) -> None:
        self.comparisons += 1
        if outcome.status != REFUSED or not outcome.explained or outcome.verdict:
            raise Failure(f"`clew-mpi {' '.join(map(str, words))}` is not refused in one line: {outcome}")


def kind_of(outcome: Outcome) -> str:
    """Without the part in parentheses, which may depend on what was found first."""
    return outcome.verdict.partition(" (")[0]


def violated_by(outcome: Outcome) -> str:
    found = re.fullmatch(r"verdict: violated \(([a-z-]+).*\)", outcome.verdict)
    return found[1] if found else ""


def main() -> int:
    options = parse_options()
    with tempfile.TemporaryDirectory(prefix="clew-") as folder:
        jobs = Jobs(options.clew.resolve(), options.clew_mpi.resolve(), Path(folder), random.Random(options.seed))
        agreement = Agreement(jobs, options)
        try:
            for part in PARTS if options.parts is None else options.parts:
                getattr(agreement, part)()
        except Failure as failure:
            print(f"FAILED with --seed {options.seed}: {failure}", file=sys.stderr)
            return 1
        finally:
            verdicts = ", ".join(f"{verdict.removeprefix('verdict: ')} {count}" for verdict, count in agreement.verdicts.items())
            print(f"{agreement.comparisons} comparisons; {verdicts}")
    return 0


PARTS = ("wrong_input", "shares", "tasks", "many_ranks", "modes", "bounds", "certificates", "generated")


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", required=True, type=Path)
    parser.add_argument("--clew-mpi", required=True, type=Path)
    parser.add_argument("--count", type=int, default=8, metavar="N", help="generated programs (default 8)")
    parser.add_argument("--first-seed", type=int, default=1, metavar="N", help="of the generated programs")
    parser.add_argument("--classics", type=int, default=8, metavar="N", help="so many of the classics (default 8)")
    parser.add_argument("--forgeries", type=int, default=4, metavar="N", help="forged scripts (default 4)")
    parser.add_argument("--all-ranks", action="store_true", help="everything with every number of ranks")
    parser.add_argument("--parts", nargs="+", choices=PARTS, metavar="NAME", help="these only")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
