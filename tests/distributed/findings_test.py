#!/usr/bin/env python3
"""What clew-mpi once decided wrongly: each finding of a review with the smallest program that shows it.

Ranks that are given different options stand for hosts whose files differ, and for signals that arrive at different times.
"""

import argparse
import random
import sys
import tempfile
from pathlib import Path

from jobs import NEEDLE, Jobs

from runs import REFUSED, SAFE, UNDECIDED, Failure, Outcome, Undisturbed, Workload

HERE = Path(__file__).resolve().parent
STATIC = ("--balance", "static")
SOON = "0.01"  # seconds; the first step of slow_start.c takes longer on any machine
SLOW_START = Workload("slow start", HERE / "slow_start.c", ("--stateless",), counted=("states", "transitions"))
FAILS_AT_600 = Workload("fails at 600", NEEDLE, (), ("-DNEEDLE=600", "-DDIGITS=3"))

THREE_CHOICES = """
#include <assert.h>
int clew_choose(int alternatives);
int main(void) {
  int ones = clew_choose(2) + clew_choose(2) + clew_choose(2);
  assert(ones < 3);
}
"""
# The last two choices are come to at once, or after two others.
DETOUR = """
int clew_choose(int alternatives);
int main(void) {
  if (clew_choose(2) == 0) {
    clew_choose(2);
    clew_choose(2);
  }
  clew_choose(2);
  clew_choose(2);
}
"""
TWO_ERRORS = """
int clew_choose(int alternatives);
void reach_error(void) {}
void __VERIFIER_error(void) {}
int main(void) {
  int number = 0;
  for (int digit = 0; digit < 4; digit++) number = 10 * number + clew_choose(10);
  if (number == 0) __VERIFIER_error();
}
"""


class Findings:
    def __init__(self, jobs: Jobs) -> None:
        self.jobs = jobs

    # ---- files and runs ----

    def file(self, name: str, text: str) -> Path:
        path = self.jobs.folder / name
        path.write_text(text)
        return path

    def program(self, name: str, text: str) -> Path:
        return self.jobs.program(Workload(name, self.file(f"{name}.c", text), ()))

    def cuts(self, *paths: str) -> Path:
        return self.file(f"{'_'.join(paths)}.paths", "".join(f"{path}\n" for path in paths))

    def never_calls(self, function: str) -> Path:
        return self.file(f"{function}.prp", f"CHECK( init(main()), LTL(G ! call({function}())) )\n")

    def alone(self, *words: str | Path) -> Outcome:
        return self.jobs.launch([self.jobs.clew, "check", "--quiet", *words])

    def job(self, *ranks: tuple) -> Outcome:
        """One rank for each of these, with options of its own."""
        command: list[Path | str] = []
        for words in ranks:
            command += [":", "-n", "1", self.jobs.clew_mpi, "check", "--quiet", *words]
        return self.jobs.launch(["mpirun", *command[1:]])

    # ---- findings ----

    def cuts_at_the_bound_count_on_boundaries(self) -> None:
        """Without claims such states were counted nowhere, and the job was safe."""
        words = (self.program("three_choices", THREE_CHOICES), "--max-depth", "1", "--ranges", self.cuts("0.1", "1.1"))
        for mode in (("--stateless",), ("--sharing", "none")):
            expect_verdict(self.job(*[(*words, *STATIC, *mode)] * 3), "verdict: bounded (depth 1)", " ".join(mode))

    def boundary_is_not_cut_where_it_is_claimed(self) -> None:
        """It is explored by the range that comes to it with depth left."""
        words = (self.program("detour", DETOUR), "--max-depth", "3", "--ranges", self.cuts("1.0", "1.1"))
        expect_verdict(self.alone(*words), "verdict: safe", "clew check")
        expect_verdict(self.job(*[(*words, *STATIC)] * 3), "verdict: safe", "a boundary that is claimed at the bound")

    def stop_while_resuming_loses_no_ranges(self) -> None:
        """A rank that was stopped on its way to its ranges left them out of a valid checkpoint."""
        subject = Undisturbed(SLOW_START, self.jobs.alone(SLOW_START), 0)
        if subject.outcome.status != SAFE:
            raise Failure(f"clew check: {subject.outcome}")
        self.jobs.ranks = 2
        directory = self.jobs.directory("stopped while resuming")
        expect_undecided(self.jobs.run(SLOW_START, directory, "--max-states", "3000"), "stopped by --max-states")
        words = (self.jobs.program(SLOW_START), *SLOW_START.options, "--journal", directory, "--resume")
        expect_undecided(self.job((*words, "--time-limit", SOON), words), "stopped while it is resumed")
        subject.expect(self.jobs.resume(SLOW_START, directory), "resumed after a stop while it was resumed")

    def journal_of_other_questions_is_refused(self) -> None:
        """What is an error, and whether states are recognised, must be the same in a job that is gone on with."""
        directory = self.jobs.directory("journal of another question")
        words = (self.program("two_errors", TWO_ERRORS), "--journal", directory)
        harmless, harmful = (("--property-file", self.never_calls(name)) for name in ("reach_error", "__VERIFIER_error"))
        expect_undecided(self.job((*words, *harmless, "--max-states", "600")), "stopped by --max-states")
        expect_refusal(self.job((*words, *harmful, "--resume")), "error functions", "another error function")
        expect_refusal(self.job((*words, *harmless, "--resume", "--stateless")), "--stateless", "another kind of search")

    def ranks_with_other_jobs_are_refused(self) -> None:
        """States that a rank had claimed that asks for less were not looked at by others."""
        program = self.jobs.program(FAILS_AT_600)
        deadlock, assertion = ((program, "--property", name) for name in ("deadlock", "assert"))
        expect_refusal(self.job(deadlock, assertion), "another job", "a rank with another property")

    def ranks_with_other_ranges_are_not_safe(self) -> None:
        """Each explored its own range of its own file, and 600 was in neither."""
        files = [(self.jobs.program(FAILS_AT_600), "--ranges", self.cuts(cut)) for cut in ("5", "8")]
        for words in files:
            expect_verdict(self.alone(*words), "verdict: violated (assert)", "clew check")
        outcome = self.job(*[(*words, *STATIC) for words in files])
        expect_undecided(outcome, "ranges that differ")
        if "another job" not in outcome.verdict:
            raise Failure(f"ranges that differ: {outcome}")

    def rank_without_time_for_ranges_tells_the_others(self) -> None:
        """They waited for it until they lost patience."""
        words = (self.jobs.program(SLOW_START), *STATIC)
        outcome = self.job((*words, "--time-limit", SOON), words)
        if not outcome.explained or "does not answer" in outcome.said:
            raise Failure(f"no time to find the ranges: {outcome}")


FINDINGS = (
    Findings.cuts_at_the_bound_count_on_boundaries, Findings.boundary_is_not_cut_where_it_is_claimed,
    Findings.stop_while_resuming_loses_no_ranges, Findings.journal_of_other_questions_is_refused,
    Findings.ranks_with_other_jobs_are_refused, Findings.ranks_with_other_ranges_are_not_safe,
    Findings.rank_without_time_for_ranges_tells_the_others,
)


def expect_verdict(outcome: Outcome, verdict: str, what: str) -> None:
    if outcome.verdict != verdict:
        raise Failure(f"{what}: {outcome}, not {verdict}")


def expect_undecided(outcome: Outcome, what: str) -> None:
    if outcome.status != UNDECIDED or not outcome.explained:
        raise Failure(f"{what}: {outcome}")


def expect_refusal(outcome: Outcome, reason: str, what: str) -> None:
    if outcome.status != REFUSED or not outcome.explained or reason not in outcome.said:
        raise Failure(f"{what} is not refused in one line: {outcome}")


def main() -> int:
    options = parse_options()
    failed = 0
    with tempfile.TemporaryDirectory(prefix="clew-") as folder:
        findings = Findings(Jobs(options.clew.resolve(), options.clew_mpi.resolve(), Path(folder), random.Random(1)))
        for finding in FINDINGS:
            try:
                finding(findings)
            except Failure as failure:
                print(f"FAILED: {finding.__name__}: {failure}", file=sys.stderr)
                failed += 1
    print(f"{len(FINDINGS) - failed} of {len(FINDINGS)} findings stay fixed")
    return 1 if failed else 0


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", required=True, type=Path)
    parser.add_argument("--clew-mpi", required=True, type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
