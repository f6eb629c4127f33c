"""Runs that are ended by `kill -9` at random moments, several times each, and resumed until they end by themselves: verdict
and totals must be those of a run that was left alone."""

import random
import signal
from dataclasses import dataclass
from pathlib import Path

from runs import KILLED, REFUSED, Failure, Outcome, Runner, Undisturbed

MOST_KILLS_IN_A_RUN = 4


@dataclass
class Tally:
    kills: int = 0
    resumed: int = 0  # of the kills, how many were followed by a run that went on
    fresh: int = 0  # or by one that began anew, as nothing was there yet

    def __str__(self) -> str:
        return (f"{self.kills} kills, {self.resumed} of them resumed, {self.fresh} before there was anything to resume")


def kill(runner: Runner, subjects: list[Undisturbed], wanted: int, chance: random.Random, tally: Tally) -> None:
    """Takes the workloads in turn until enough kills have hit."""
    misses = 0
    while tally.kills < wanted:
        for subject in subjects:
            before = tally.kills
            kill_run(runner, subject, chance, tally, most=min(MOST_KILLS_IN_A_RUN, wanted - tally.kills))
            misses = 0 if tally.kills > before else misses + 1
            if misses > 10 * len(subjects):
                raise Failure("the kills come too late; the searches are too short")
            if tally.kills >= wanted:
                break


def kill_run(runner: Runner, subject: Undisturbed, chance: random.Random, tally: Tally, most: int) -> None:
    """One run from its beginning to its end, with some kills on the way."""
    directory = runner.directory(f"{subject.workload.name} killed")
    moments = []
    more: tuple[str, ...] = ()
    has_gone_on = False
    for _ in range(chance.randint(1, most)):
        moments.append(chance.uniform(0, subject.seconds))
        outcome = runner.stop(subject.workload, directory, moments[-1], signal.SIGKILL, *more)
        outcome, has_gone_on = begun_anew(runner, subject, directory, outcome, more, has_gone_on, tally, moments[-1])
        if outcome.status != KILLED:
            subject.expect(outcome, f"ended before it was killed at {moments[-1]:.3f} s, after {describe(moments[:-1])}")
            return
        tally.kills += 1
        more = ("--resume",)
    outcome = runner.run(subject.workload, directory, *more)
    outcome, _ = begun_anew(runner, subject, directory, outcome, more, has_gone_on, tally, None)
    subject.expect(outcome, f"resumed after {describe(moments)}")


def begun_anew(runner: Runner, subject: Undisturbed, directory: Path, outcome: Outcome, more: tuple[str, ...],
               has_gone_on: bool, tally: Tally, moment: float | None) -> tuple[Outcome, bool]:
    """A run that was killed before it had written anything may be refused by --resume; it must begin anew then.

    Returns how it ended in the end, and whether the directory has been resumed: after that a refusal is a loss.
    """
    if not more:
        return outcome, has_gone_on
    if outcome.status != REFUSED:
        tally.resumed += 1
        return outcome, True
    if has_gone_on or not outcome.explained:
        raise Failure(f"{subject.workload.name}, resumed after a kill: {outcome}")
    if moment is None:
        anew = runner.run(subject.workload, directory)
    else:
        anew = runner.stop(subject.workload, directory, moment, signal.SIGKILL)
    if anew.status == REFUSED:
        raise Failure(f"{subject.workload.name}, neither resumed nor begun anew after a kill: {outcome}; {anew}")
    tally.fresh += 1
    return anew, False


def describe(moments: list[float]) -> str:
    return f"kills at {', '.join(f'{moment:.3f} s' for moment in moments)}" if moments else "no kill"
