#!/usr/bin/env python3
"""Do all search modes agree on small concurrent programs?

`concurrent_programs.py` makes a program for each seed. Depth-first search without reductions is the reference: it
says which properties the program can violate, and which of its goals (numbered assertions and final values) can be
reached. To learn that, a mode is asked for everything, then for everything but what it found, until it finds nothing
more. Every other mode must find the same set. Modes with the same reduction must also count the same states in their
last run, which is a complete search, and is asked the same by all of them. Ranges are cut at random paths.

What `clew run` and the native program end with must be a final value that can be reached; of
the native programs only those without data races count, since Clew's memory is sequentially consistent.

A program with too many states is passed over and does not count. A seed determines its program, so a
failure is reproduced by `--first-seed SEED --count 1`; `--shrink` then makes the program smaller while the modes
still disagree about it. Which modes there are is asked of `clew check --help`.
"""

import argparse
import copy
import multiprocessing
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import concurrent_programs as programs

MAX_STATES = 20000
MINOR_GOALS = 2
TINY_STATES = 60  # without recognising states there are as many paths as schedules
SECONDS = 60.0  # much more than such a program needs
NATIVE_SECONDS = 0.5  # those that take longer wait for ever
COMPILE = ["clang-19", "-S", "-emit-llvm", "-U_FORTIFY_SOURCE", "-w", "-O0", "-g", "-Xclang", "-disable-O0-optnone",
           "-fno-stack-protector"]
NATIVE_HEADER = Path(__file__).resolve().parent / "native_choices.c"

PROPERTIES = ["assert", "deadlock", "out-of-bounds", "use-after-free", "double-free", "invalid-free", "null-dereference",
              "unlock-not-owner", "uninitialized-branch", "uninitialized", "join-twice", "mutex-destroyed-locked", "data-race"]


@dataclass(frozen=True)
class Mode:
    """One way to search, and which modes must count as many states (those with the same family)."""

    name: str
    flags: tuple[str, ...]
    family: str
    minor: bool = False
    tiny: bool = False
    cuts: int = 0  # paths between which it searches one range after the other
    workers: int = 0  # that certify its script

    def most_states(self) -> int:
        return MAX_STATES * (self.cuts + 1) if "--sharing" in self.flags else MAX_STATES


@dataclass(frozen=True)
class Question:
    """What a run is asked: some properties, and some goals if `assert` is among them."""

    properties: tuple[str, ...]
    goals: int = 0


@dataclass
class Answer:
    violated: str = ""  # the property
    goal: int = -1
    complete: bool = True
    states: int = 0
    error: str = ""


@dataclass
class Expectation:
    """What a mode finds; what the reference finds is expected of all others."""

    properties: tuple[str, ...]
    ignored: tuple[int, ...] = ()  # goals that were not asked for
    violated: list[str] = field(default_factory=list)
    goals: list[int] = field(default_factory=list)
    states: int = 0  # of the last run
    complete: bool = True
    skipped: str = ""
    failure: str = ""

    def rest(self) -> Question:
        """All that was not found yet."""
        mask = programs.ALL_GOALS
        for goal in (*self.goals, *self.ignored):
            mask &= ~(1 << goal)
        return Question(tuple(name for name in self.properties if name not in self.violated), mask)


@dataclass
class Task:
    seed: int
    clew: str
    folder: Path
    modes: list[Mode]
    shrink: bool = False


@dataclass
class Result:
    seed: int
    skipped: str = ""
    failure: str = ""
    kinds: set = field(default_factory=set)  # of failures: the mode, and what is wrong
    runs: int = 0
    states: dict = field(default_factory=dict)
    facts: list = field(default_factory=list)


def main() -> int:
    options = parse_options()
    options.clew = str(Path(options.clew).resolve())
    folder = Path(tempfile.mkdtemp(prefix="clew-concurrent-"))
    reference, *others = find_modes(options.clew)
    words = options.only.split(",")
    modes = [reference, *(mode for mode in others if any(word in mode.name for word in words))]
    print(f"modes: {', '.join(mode.name for mode in modes)}", flush=True)
    passed, failed = compare_programs(options, folder, modes)
    if failed:
        print(f"the programs on which modes disagree are in {folder}")
    else:
        shutil.rmtree(folder)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or passed < options.count else 0


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", default="build/clew", help="the clew program to test")
    parser.add_argument("--count", type=int, default=60, help="how many programs to compare")
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="programs compared at the same time")
    parser.add_argument("--modes", type=int, default=100, metavar="N",
                        help="compare each program in N of the modes beside the reference, chosen by its seed")
    parser.add_argument("--only", default="", metavar="WORD,...",
                        help="only modes whose names contain one of these words")
    parser.add_argument("--shrink", action="store_true", help="make the programs smaller on which modes disagree")
    parser.add_argument("--print", action="store_true", help="print the program of the first seed, and end")
    options = parser.parse_args()
    if options.print:
        print(programs.generate(options.first_seed).source(), end="")
        sys.exit(0)
    return options


def find_modes(clew: str) -> list[Mode]:
    """The reference first."""
    text = subprocess.run([clew, "check", "--help"], capture_output=True, text=True, check=True).stdout
    reductions = ["none", "local", "full"] if "--reduction" in text else [""]
    modes = []
    for reduction in reductions:
        flags = ("--reduction", reduction) if reduction else ()
        family = reduction or "none"
        modes.append(Mode(f"{family} dfs", flags + ("--search", "dfs"), family))
        modes.append(Mode(f"{family} bfs", flags + ("--search", "bfs"), family))
        if "--jobs" in text:
            modes.append(Mode(f"{family} dfs 2 jobs", flags + ("--search", "dfs", "--jobs", "2"), family))
            modes.append(Mode(f"{family} bfs 2 jobs", flags + ("--search", "bfs", "--jobs", "2"), family))
        if "--beam-width" in text:
            wide = ("--search", "beam", "--beam-width", "1000000000", "--heuristic", "lock-order,error-distance")
            modes.append(Mode(f"{family} wide beam", flags + wide, family, minor=True))
        if "--script" in text:
            modes.append(Mode(f"{family} certified", flags, family, minor=True, workers=1))
            modes.append(Mode(f"{family} certified 2 jobs", flags, family, minor=True, workers=2))
        if "--ranges" in text:
            modes.append(Mode(f"{family} dfs ranges", flags + ("--search", "dfs"), family, cuts=5))
            modes.append(Mode(f"{family} bfs ranges", flags + ("--search", "bfs"), family, minor=True, cuts=5))
            modes.append(Mode(f"{family} ranges apart", flags + ("--sharing", "none"), f"{family} apart", cuts=3))
        if reduction in ("", "none", "full"):
            modes.append(Mode(f"{family} execute-all", flags + ("--execute-all",), family, minor=True))
        if reduction in ("", "none"):
            if "--beam-width" in text:
                modes.append(Mode("ida", flags + ("--search", "ida", "--heuristic", "interleaving:3"), family, minor=True))
            if "--store-dir" in text:
                for search in ("dfs", "bfs", "best", "astar"):
                    external = ("--search", search, "--store", "external", "--memory-limit", "200M")
                    modes.append(Mode(f"external {search}", flags + external, family, minor=True))
                for search in ("bfs", "astar"):
                    strict = ("--search", search, "--store", "strict", "--memory-limit", "200M")
                    modes.append(Mode(f"strict {search}", flags + strict, family, minor=True))
                modes.append(Mode("astar", flags + ("--search", "astar"), family, minor=True))
            modes.append(Mode("stateless", flags + ("--stateless",), "stateless", minor=True, tiny=True))
    if "sleep" in text:
        for search in ("dfs", "bfs"):
            for jobs in ("1", "2"):
                flags = ("--reduction", "sleep", "--search", search, "--jobs", jobs)
                modes.append(Mode(f"sleep {search} {jobs} jobs", flags, "none"))
    if "--symmetry" in text:
        for reduction in ("none", "full"):
            flags = ("--reduction", reduction, "--symmetry", "threads")
            family = "symmetry" if reduction == "none" else f"{reduction} symmetry"
            modes.append(Mode(f"{family} dfs", flags, family))
            modes.append(Mode(f"{family} bfs 2 jobs", flags + ("--search", "bfs", "--jobs", "2"), family, minor=True))
    return modes


def modes_of(seed: int, modes: list[Mode], count: int) -> list[Mode]:
    reference, *others = modes
    return modes if count >= len(others) else [reference, *random.Random(seed).sample(others, count)]


def compare_programs(options: argparse.Namespace, folder: Path, modes: list[Mode]) -> tuple[int, int]:
    """Goes through the seeds until enough programs are compared; returns how many passed and failed."""
    passed = failed = runs = 0
    seed = options.first_seed
    last_seed = options.first_seed + 2 * options.count + 10
    skipped, facts, states = Counter(), Counter(), Counter()
    with multiprocessing.Pool(options.jobs) as pool:
        while passed + failed < options.count and seed < last_seed:
            seeds = range(seed, seed + options.count - passed - failed)
            seed = seeds.stop
            tasks = [Task(s, options.clew, folder, modes_of(s, modes, options.modes), options.shrink) for s in seeds]
            for result in pool.imap_unordered(compare, tasks):
                runs += result.runs
                if result.skipped:
                    skipped[result.skipped] += 1
                elif result.failure:
                    failed += 1
                    print(f"seed {result.seed}: FAILED\n{result.failure}", flush=True)
                else:
                    passed += 1
                    facts.update(result.facts)
                    states.update(result.states)
                    if passed % 100 == 0:
                        print(f"{passed} passed, {runs} runs", flush=True)
    print_summary(skipped, facts, states, runs)
    return passed, failed


def print_summary(skipped: Counter, facts: Counter, states: Counter, runs: int) -> None:
    print(f"{runs} runs of clew")
    print("programs with:  " + ", ".join(f"{name} {count}" for name, count in facts.most_common()))
    print("states in all:  " + ", ".join(f"{name} {count}" for name, count in states.items()))
    if skipped:
        print("passed over:    " + ", ".join(f"{reason} {count}" for reason, count in skipped.items()))


def compare(task: Task) -> Result:
    """Compares the modes on the program of a seed; deletes its files if all is well."""
    program = programs.generate(task.seed)
    comparison = Comparison(task, program)
    result = comparison.compare()
    if result.failure and task.shrink:
        task.modes = modes_to_blame(task.modes, result)
        smaller = shrink(task, program, result.kinds)
        result.failure += "made smaller:\n" + Comparison(task, smaller, "small").compare().failure
    return result


class Comparison:
    """All runs for one program."""

    def __init__(self, task: Task, program: programs.Program, suffix: str = ""):
        self.task = task
        self.program = program
        self.base = task.folder / f"seed{task.seed}{suffix}"
        self.files = []
        self.result = Result(task.seed)
        self.random = random.Random(task.seed)
        self.counts = {}

    def compare(self) -> Result:
        try:
            self.compare_modes()
        finally:
            if not self.result.failure:
                for file in self.files:
                    file.unlink(missing_ok=True)
        return self.result

    def compare_modes(self) -> None:
        source = self.base.with_suffix(".c")
        source.write_text(self.program.source())
        module = self.base.with_suffix(".ll")
        self.files += [source, module]
        compiled = subprocess.run([*COMPILE, source, "-o", module], capture_output=True, text=True)
        if compiled.returncode != 0:
            self.fail(f"{source} does not compile:\n{compiled.stderr}", kind="compile")
            return
        self.text = module.read_text()
        expected = self.reference()
        if expected.skipped or expected.failure:
            self.result.skipped = expected.skipped
            if expected.failure:
                self.fail(expected.failure, self.task.modes[0], "answer")
            return
        reference = self.task.modes[0]
        self.compare_count(reference, expected, expected)
        for mode in self.task.modes[1:]:
            if not mode.tiny or expected.states <= TINY_STATES:
                self.compare_mode(mode, expected)
        self.compare_executions(expected)
        self.note_facts(expected)

    def fail(self, text: str, mode: Mode | None = None, kind: str = "") -> None:
        self.result.failure += f"  {text}\n"
        self.result.kinds.add((mode.name if mode else "", kind))

    # -- runs

    def module(self, goals: int) -> Path:
        file = Path(f"{self.base}.{goals:x}.ll")
        if file not in self.files:
            signed = goals - (1 << 64) if goals >> 63 else goals
            file.write_text(self.text.replace(str(programs.MASK_MARK), str(signed)))
            self.files.append(file)
        return file

    def command(self, mode: Mode, question: Question) -> list[str]:
        return [self.task.clew, "check", str(self.module(question.goals)), "--property=" + ",".join(question.properties),
                *mode.flags, "--max-states", str(mode.most_states())]

    def cut(self, mode: Mode, question: Question, folder: str) -> list[str]:
        """Random paths for a question, and the flags to search between them."""
        cuts = str(Path(folder) / "cuts")
        subprocess.run([self.task.clew, "paths", str(self.module(question.goals)), "-n", str(mode.cuts), "-o", cuts,
                        "--seed", str(self.task.seed), "--property=" + ",".join(question.properties)], check=True)
        return ["--ranges", cuts]

    def ask(self, mode: Mode, question: Question) -> Answer:
        self.result.runs += 1
        command = self.command(mode, question)
        with tempfile.TemporaryDirectory(prefix="clew-modes-") as folder:
            if "--store" in mode.flags:
                command += ["--store-dir", folder]
            if mode.cuts:
                command += self.cut(mode, question, folder)
            if mode.workers:
                command += ["--script", str(Path(folder) / "script")]
            try:
                run = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=SECONDS)
                objection = self.certify(mode, question, Path(folder) / "script", run.stdout)
            except subprocess.TimeoutExpired:
                return Answer(error=f"no answer in {SECONDS:g} s", complete=False)
        if objection:
            return Answer(error=objection, complete=False)
        verdict = next(iter(reversed(run.stdout.splitlines())), "")
        known = re.match(r"verdict: (safe|violated|unknown|bounded)(?: \((.*)\))?$", verdict)
        if not known or run.returncode != {"safe": 0, "violated": 1, "unknown": 2, "bounded": 2}[known[1]]:
            return Answer(error=f"exit status {run.returncode}, '{verdict}' {run.stderr[-500:]}", complete=False)
        states = re.search(r"^([\d,]+) states?\b", run.stdout + "\n" + run.stderr, re.MULTILINE)
        if not states:
            return Answer(error="no number of states", complete=False)
        answer = Answer(states=int(states[1].replace(",", "")))
        if known[1] == "violated":
            answer.violated = known[2]
            goal = re.search(r'assertion "goal (\d+)" failed', run.stdout)
            answer.goal = int(goal[1]) if goal else -1
        else:  # a verdict that names undefined behaviour does not say that the search was cut as well
            answer.complete = known[1] != "bounded" and answer.states < mode.most_states()
        return answer

    def certify(self, mode: Mode, question: Question, script: Path, found: str) -> str:
        """What is wrong with the script of a search; it must be accepted, with as many states."""
        if not script.exists():
            proven = re.search(r"^verdict: (safe|violated)", found, re.MULTILINE)
            return "there is no script" if mode.workers and proven else ""
        command = [self.task.clew, "certify", str(self.module(question.goals)), "--script", str(script), *mode.flags,
                   "--property=" + ",".join(question.properties), "--jobs", str(mode.workers)]
        run = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=SECONDS)
        if run.returncode != 0 or "\ncertificate: accepted" not in "\n" + run.stdout:
            return f"the script is not accepted: {run.stdout[-300:]} {run.stderr[-300:]}"
        counts = [re.search(r"^([\d,]+) states?\b", text, re.MULTILINE) for text in (found, run.stdout)]
        if "verdict: safe" in found and (not all(counts) or counts[0][1] != counts[1][1]):
            return f"the script has other states than the search: {run.stdout[-300:]}"
        return ""

    # -- what is asked

    def reference(self) -> Expectation:
        properties = tuple(name for name in PROPERTIES if name != "data-race" or self.program.flavour != "racy")
        expected = self.everything(self.task.modes[0], properties)
        if not expected.complete:
            expected.skipped = f"more than {MAX_STATES} states"
        elif self.program.flavour == "locked" and "data-race" in expected.violated and not expected.failure:
            expected.failure = self.describe(self.task.modes[0], Question(("data-race",)), "a race where there can be none")
        return expected

    def everything(self, mode: Mode, properties: tuple[str, ...], ignored: tuple[int, ...] = ()) -> Expectation:
        """Asks for everything, then for everything but what was found, until nothing more is found.

        That gives the whole set: a path to a goal that was never found would reach it, or another one that was never
        found, in the last run too, where all that were found let it pass."""
        found = Expectation(properties, ignored=ignored)
        while True:
            question = found.rest()
            answer = self.ask(mode, question)
            found.complete, found.states = answer.complete, answer.states
            if answer.violated == "assert" and question.goals >> max(answer.goal, 0) & 1 and answer.goal >= 0:
                found.goals.append(answer.goal)
            elif answer.violated and answer.violated != "assert" and answer.violated in question.properties:
                found.violated.append(answer.violated)
            elif answer.violated or answer.error:
                found.failure = self.describe(mode, question, f"unexpected {answer}")
            if not answer.violated or found.failure:
                return found

    def compare_mode(self, mode: Mode, expected: Expectation) -> None:
        """The sets must be equal. A minor mode is not asked for all goals, a few of those it must find will do."""
        ignored = ()
        if mode.minor and len(expected.goals) > MINOR_GOALS:
            ignored = tuple(self.random.sample(expected.goals, len(expected.goals) - MINOR_GOALS))
        found = self.everything(mode, expected.properties, ignored)
        goals = set(expected.goals) - set(ignored)
        extra = describe_set(set(found.violated) - set(expected.violated), set(found.goals) - goals)
        if found.failure:
            self.fail(found.failure, mode, "answer")
        if extra:
            self.fail(self.describe(mode, expected.rest(), f"finds {extra}, the reference does not"), mode, "extra")
        if not found.complete or found.failure:
            return
        missing = describe_set(set(expected.violated) - set(found.violated), goals - set(found.goals))
        if missing:
            self.fail(self.describe(mode, found.rest(), f"does not find {missing}, as the reference does"), mode, "missing")
        elif not ignored:
            self.compare_count(mode, found, expected)

    def compare_count(self, mode: Mode, found: Expectation, expected: Expectation) -> None:
        """The last question was the same for all modes that found the same."""
        self.result.states.setdefault(mode.family, found.states)
        states, name = self.counts.setdefault(mode.family, (found.states, mode.name))
        if states != found.states:
            self.fail(self.describe(mode, expected.rest(), f"{found.states} states, but {name} counts {states}"), mode, "count")

    def describe(self, mode: Mode, question: Question, text: str) -> str:
        self.module(question.goals)
        return f"{mode.name}: {text}\n    {' '.join(self.command(mode, question))}"

    # -- executions

    def compare_executions(self, expected: Expectation) -> None:
        """What single executions end with must be among the final values that can be reached."""
        finals = {goal - programs.FIRST_FINAL_GOAL for goal in expected.goals}
        for seed in range(2):
            command = [self.task.clew, "run", str(self.module(0)), "--seed", str(seed), "--time-limit", "1"]
            self.result.runs += 1
            self.compare_final(command, finals, SECONDS)
        if self.program.flavour == "locked" and self.task.seed % 4 == 0 and not expected.violated:
            self.compare_native(finals)

    def compare_native(self, finals: set[int]) -> None:
        if self.program.uses("__VERIFIER_atomic_begin"):
            return
        binary = self.base.with_suffix(".native")
        self.files.append(binary)
        build = ["clang-19", "-w", "-O1", str(self.module(0)), str(NATIVE_HEADER), "-o", str(binary), "-lpthread"]
        compiled = subprocess.run(build, capture_output=True, text=True)
        if compiled.returncode != 0:
            self.fail(f"does not compile natively: {compiled.stderr}")
            return
        self.result.facts.append("native executions")
        for seed in range(5):
            self.compare_final([str(binary), str(seed)], finals, NATIVE_SECONDS)

    def compare_final(self, command: list[str], finals: set[int], seconds: float) -> None:
        try:
            run = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=seconds)
        except subprocess.TimeoutExpired:
            return
        final = re.search(r"^final (\d+):", run.stdout, re.MULTILINE)
        if final and int(final[1]) not in finals:
            self.fail(f"'{final[0]}' cannot be reached for the reference, but\n    {' '.join(command)}")

    def note_facts(self, expected: Expectation) -> None:
        facts = [name for name in expected.violated]
        if any(goal < programs.FIRST_FINAL_GOAL for goal in expected.goals):
            facts.append("assertions that fail")
        finals = sum(goal >= programs.FIRST_FINAL_GOAL for goal in expected.goals)
        facts.append("one final value" if finals == 1 else "several final values" if finals else "no final value")
        self.result.facts += facts


def describe_set(properties: set[str], goals: set[int]) -> str:
    return ", ".join(sorted(properties) + [f"goal {goal}" for goal in sorted(goals)])


# -- making programs smaller


def modes_to_blame(modes: list[Mode], result: Result) -> list[Mode]:
    """The reference, the modes that failed, and the first of their families, with which counts are compared."""
    names = {name for name, _ in result.kinds}
    families = {mode.family for mode in modes if mode.name in names}
    first = {family: next(mode for mode in modes if mode.family == family) for family in families}
    return [mode for mode in modes if mode is modes[0] or mode.name in names or mode in first.values()]


def shrink(task: Task, program: programs.Program, kinds: set) -> programs.Program:
    """Leaves statements out, or blocks around statements, as long as a mode fails in one of the same ways."""
    changed = True
    while changed:
        changed = False
        for number in reversed(range(count_nodes(program))):
            for keep_body in (False, True):
                smaller = without(program, number, keep_body)
                if smaller and Comparison(task, smaller, "small").compare().kinds & kinds:
                    program, changed = smaller, True
                    break
    return program


def nodes(body: list) -> list:
    """All (list, position) pairs at which a statement stands, outer ones first."""
    found = []
    for position, node in enumerate(body):
        found.append((body, position))
        if isinstance(node, programs.Block):
            found += nodes(node.body)
    return found


def count_nodes(program: programs.Program) -> int:
    return sum(len(nodes(body)) for body in program.bodies)


def without(program: programs.Program, number: int, keep_body: bool) -> programs.Program | None:
    smaller = copy.deepcopy(program)
    places = [place for body in smaller.bodies for place in nodes(body)]
    if number >= len(places):
        return None
    body, position = places[number]
    inner = body[position].body if isinstance(body[position], programs.Block) else []
    if keep_body and not inner:
        return None
    body[position : position + 1] = inner if keep_body else []
    return smaller


if __name__ == "__main__":
    sys.exit(main())
