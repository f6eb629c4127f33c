#!/usr/bin/env python3
"""Compares clew with a simulation of automata on generated programs and rules.

A program is a few calls, assignments, branches and short loops, so all its paths can be listed here, each as the events that
an automaton sees. The automaton is followed on each of them by the rules of the language and nothing else. What clew finds,
with every engine, must be what is found here.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ENGINES = ("explicit", "symbolic", "abstract")
SECONDS = 60.0
HEAD = """_Bool __VERIFIER_nondet_bool(void);
void f(int x) { (void)x; }
int g(int x) { return x; }
int main(void) {
  int a = 0, b = 1, r = 0;
"""


@dataclass(frozen=True)
class Event:
    function: str  # empty: the end of main; `a =` an assignment; `[a == 1]` a branch
    text: str = ""
    value: int = 0
    kept: bool = False
    a: int = 0  # the variable, behind the statement


# ---- programs: nested lists of statements ----


def statements(source: random.Random, depth: int) -> list:
    made: list = []
    for _ in range(source.randint(1, 4)):
        kinds = ["call", "call", "call", "set"] + ["step", "if", "test"] * (depth < 2) + ["loop"] * (depth == 0)
        kind = source.choice(kinds)
        if kind == "call":
            made.append(("call", source.choice("fg"), source.choice(["a", "b", "0", "1", "2"]), source.random() < 0.5))
        elif kind == "set":
            made.append(("set", source.choice("ab"), source.randint(0, 2)))
        elif kind == "loop":
            made.append(("loop", source.randint(1, 3), statements(source, 2)))
        elif kind == "step":
            made.append(("step", source.choice("ab"), source.choice(["{} = {} + 1", "{}++", "{} += 1"])))
        elif kind == "test":
            made.append(("test", source.choice("ab"), source.randint(0, 2), statements(source, depth + 1), statements(source, depth + 1)))
        else:
            made.append(("if", statements(source, depth + 1), statements(source, depth + 1)))
    return made


def program_text(body: list, indent: str = "  ") -> str:
    text = ""
    for kind, *parts in body:
        if kind == "call":
            function, argument, kept = parts
            text += f"{indent}{'r = ' if kept and function == 'g' else ''}{function}({argument});\n"
        elif kind == "set":
            text += f"{indent}{parts[0]} = {parts[1]};\n"
        elif kind == "loop":
            rounds, inside = parts
            text += f"{indent}for (int i = 0; i < {rounds}; i++) {{\n{indent}  if (!__VERIFIER_nondet_bool()) break;\n{program_text(inside, indent + '  ')}{indent}}}\n"
        elif kind == "step":
            text += f"{indent}{parts[1].format(parts[0], parts[0])};\n"
        else:
            inside = [program_text(part, indent + "  ") for part in parts[-2:]]
            condition = f"{parts[0]} == {parts[1]}" if kind == "test" else "__VERIFIER_nondet_bool()"
            text += f"{indent}if ({condition}) {{\n{inside[0]}{indent}}} else {{\n{inside[1]}{indent}}}\n"
    return text


def paths(body: list, values: dict[str, int]) -> list[tuple[list[Event], dict[str, int]]]:
    """All ways through some statements: what is seen, and the variables at the end."""
    found: list[tuple[list[Event], dict[str, int]]] = [([], values)]
    for kind, *parts in body:
        longer = []
        for seen, now in found:
            if kind == "call":
                function, argument, kept = parts
                value = now[argument] if argument in now else int(argument)
                longer.append((seen + [Event(function, argument, value, kept and function == "g", now["a"])], now))
            elif kind == "loop":
                longer += [(seen + more, end) for rounds in range(parts[0] + 1) for more, end in paths(parts[1] * rounds, now)]
            elif kind in ("set", "step"):
                then = {**now, parts[0]: parts[1] if kind == "set" else now[parts[0]] + 1}
                text = str(parts[1]) if kind == "set" else f"{parts[0]} + 1"
                longer.append((seen + [Event(f"{parts[0]} =", text, then[parts[0]], False, then["a"])], then))
            elif kind == "test":
                holds = now[parts[0]] == parts[1]
                event = Event(f"[{parts[0]} {'==' if holds else '!='} {parts[1]}]", a=now["a"])
                longer += [(seen + [event] + more, end) for more, end in paths(parts[2 if holds else 3], now)]
            else:
                longer += [(seen + more, end) for part in parts for more, end in paths(part, now)]
        found = longer
    return found


# ---- automata ----


def pattern_text(function: str, argument: str, kept: bool) -> str:
    if function == "":
        return "MATCH EXIT"
    if function.startswith("["):
        return f"MATCH {{{function}}}"
    if function.endswith("="):
        return f"MATCH {{{function} {argument}}}"
    return f"MATCH {{{'$2 = ' if kept else ''}{function}({argument})}}"


@dataclass
class Transition:
    patterns: list[tuple[str, str, bool]]  # function, argument or $1, whether with a result; one of them must fit
    number: tuple[str, int] | None  # a comparison with n before the actions
    assumption: tuple[str, int] | None
    action: tuple[str, int] | None
    outcome: str

    def text(self) -> str:
        parts = [pattern_text(*pattern) for pattern in self.patterns]
        trigger = " || ".join(parts)
        if self.number:
            trigger = f"({trigger}) && n {self.number[0]} {self.number[1]}"
        assumption = f"ASSUME {{{self.assumption[0].replace('#', str(self.assumption[1]))}}} " if self.assumption else ""
        action = f"DO {self.action[0].replace('#', str(self.action[1]))} " if self.action else ""
        return f"  {trigger} -> {assumption}{action}{self.outcome};\n"


@dataclass
class Automaton:
    kind: str
    states: list[tuple[bool, list[Transition]]] = field(default_factory=list)  # whether USEFIRST

    def text(self) -> str:
        made = f"{self.kind} AUTOMATON rule\nLOCAL int n = 0;\nLOCAL set<string> s;\nINITIAL STATE S0;\n"
        for index, (first, transitions) in enumerate(self.states):
            made += f"STATE {'USEFIRST' if first else 'USEALL'} S{index} :\n" + "".join(each.text() for each in transitions)
        return made + "END AUTOMATON\n"


def transition(source: random.Random, control: bool, states: int) -> Transition:
    patterns = [source.choice([("f", "$1", False), ("g", "$1", False), ("g", "$1", True), ("f", "1", False), ("", "", False),
                               ("a =", "$1", False), ("a =", "1", False), ("b =", "b + 1", False),
                               (f"[a {source.choice(['==', '!='])} {source.randint(0, 2)}]", "", False)])]
    if patterns[0][1] == "$1" and source.random() < 0.3:
        patterns.append(source.choice([("f", "$1", False), ("g", "$1", False)]))
    binds = patterns[0][1] == "$1"
    number = (source.choice(["==", "!="]), source.randint(0, 2)) if source.random() < 0.3 else None
    assumptions = ["$$n == #", "$$n != #", "$$s.empty", "!$$s.empty", "a == #"]
    assumptions += ["$1 == #", "$1 < #", "$$s[$1]", "!$$s[$1]", "$1 % 2 == #", "6 / $1 > #", "$1 ? a == # : 0"] * 2 if binds else []
    actions = ["n = n + 1", "n = #"] + (["s[$1] = true", "s[$1] = true", "s[$1] = false"] if binds else [])
    outcomes = [f"GOTO S{source.randrange(states)}" for _ in range(5)] + ["ERROR"] * 3 + ["INACTIVE"] + (["STOP"] if control else [])
    return Transition(patterns, number, (source.choice(assumptions), source.randint(0, 2)) if source.random() < 0.5 else None,
                      (source.choice(actions), source.randint(0, 2)) if source.random() < 0.5 else None, source.choice(outcomes))


def automaton(source: random.Random) -> Automaton:
    control = source.random() < 0.4
    made = Automaton("CONTROL" if control else "OBSERVER")
    count = source.randint(1, 3)
    for _ in range(count):
        transitions = [transition(source, control, count) for _ in range(source.randint(1, 4))]
        made.states.append((source.random() < 0.4, transitions))
    return made


# ---- the meaning of automata ----


@dataclass(frozen=True)
class Configuration:
    state: int  # -1: inactive
    n: int
    s: frozenset[str]


def is_matched(each: Transition, event: Event, now: Configuration) -> bool:
    fits = any(function == event.function and kept == event.kept and argument in ("$1", event.text)
               for function, argument, kept in each.patterns)
    return fits and (each.number is None or (now.n == each.number[1]) == (each.number[0] == "=="))


def after_action(each: Transition, event: Event, now: Configuration) -> Configuration:
    if each.action is None:
        return now
    text, number = each.action
    if text.startswith("n"):
        return Configuration(now.state, now.n + 1 if text == "n = n + 1" else number, now.s)
    return Configuration(now.state, now.n, now.s | {event.text} if text.endswith("true") else now.s - {event.text})


def is_assumed(each: Transition, event: Event, now: Configuration) -> bool:
    if each.assumption is None:
        return True
    text, number = each.assumption
    return {"$$n == #": now.n == number, "$$n != #": now.n != number, "$$s.empty": not now.s, "!$$s.empty": bool(now.s),
            "a == #": event.a == number, "$1 == #": event.value == number, "$1 < #": event.value < number,
            "$1 % 2 == #": event.value % 2 == number, "6 / $1 > #": event.value != 0 and 6 // event.value > number,
            "$1 ? a == # : 0": event.value != 0 and event.a == number,
            "$$s[$1]": event.text in now.s, "!$$s[$1]": event.text not in now.s}[text]


def is_violated(rule: Automaton, events: list[Event]) -> bool:
    """Follows all that the automaton may guess."""
    everywhere = {Configuration(0, 0, frozenset())}
    for event in events:
        following: set[Configuration] = set()
        for now in everywhere:
            first, transitions = rule.states[now.state] if now.state >= 0 else (False, [])
            matched = [each for each in transitions if is_matched(each, event, now)]
            matched = matched[:1] if first else matched
            taken = [(each, after_action(each, event, now)) for each in matched]
            taken = [(each, then) for each, then in taken if is_assumed(each, event, then)]
            if not taken and (not matched or rule.kind == "OBSERVER"):
                following.add(now)
            for each, then in taken:
                if each.outcome == "ERROR":
                    return True
                if each.outcome == "INACTIVE":
                    following.add(Configuration(-1, then.n, then.s))
                elif each.outcome != "STOP":
                    following.add(Configuration(int(each.outcome.removeprefix("GOTO S")), then.n, then.s))
        everywhere = following
    return False


def problem_of(clew: Path, seed: int, engine: str) -> tuple[bool, str | None]:
    """Whether the rule is violated, and what is wrong with clew's answer."""
    source = random.Random(seed)
    body, rule = statements(source, 0), automaton(source)
    begin = [Event("a =", "0", 0, False, 0), Event("b =", "1", 1, False, 0)]
    expected = any(is_violated(rule, begin + events + [Event("", a=end["a"])]) for events, end in paths(body, {"a": 0, "b": 1}))
    with tempfile.TemporaryDirectory() as folder:
        program, spec, report = (Path(folder) / name for name in ("program.c", "rule.spc", "report.json"))
        program.write_text(f"{HEAD}{program_text(body)}}}\n")
        spec.write_text(rule.text())
        command = [clew, "check", program, "--spec", spec, "--quiet", "--engine", engine, "--json", report]
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
        found = json.loads(report.read_text())["specifications"][0]["result"] if report.exists() else "nothing"
        if found == ("violated" if expected else "holds"):
            return expected, None
        return expected, f"found {found}\n{program.read_text()}{spec.read_text()}{done.stdout}{done.stderr}"


def main() -> int:
    options = parse_options()
    tasks = [(seed, engine) for seed in range(options.first_seed, options.first_seed + options.count) for engine in ENGINES]
    with ThreadPoolExecutor(options.jobs) as pool:
        answers = list(pool.map(lambda task: problem_of(options.clew, *task), tasks))
    failed = [(task, problem) for task, (_, problem) in zip(tasks, answers) if problem]
    for (seed, engine), problem in failed:
        print(f"FAILED: seed {seed}, {engine}: {problem}")
    violated = sum(expected for expected, _ in answers)
    print(f"{len(tasks)} comparisons, {violated} of rules that are violated, {len(failed)} failed")
    return 1 if failed or not 0 < violated < len(tasks) else 0


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", type=Path, default=FOLDER.parents[1] / "build" / "clew", help="the clew program to test")
    parser.add_argument("--first-seed", type=int, default=1, help="of the generator")
    parser.add_argument("--count", type=int, default=100, help="so many programs (default 100)")
    parser.add_argument("--jobs", type=int, default=2, help="so many at once (default 2)")
    options = parser.parse_args()
    options.clew = options.clew.resolve()
    return options


if __name__ == "__main__":
    sys.exit(main())
