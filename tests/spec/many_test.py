#!/usr/bin/env python3
"""Checks one generated program against 200 automata at once, with each engine.

Every automaton watches functions of its own, so what must be found of each is known from how the program was made: it
holds, it is violated by one input out of eight, or its functions do not exist and it is irrelevant. Some of the violations
are replayed. Exits with 1 if anything else is found, or if an engine takes longer than a minute.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ENGINES = ("explicit", "symbolic", "abstract")
SECONDS = 60.0
GROUPS = 8  # the values of the input
REPLAYED = 10  # every so many violations one


def pair(index: int) -> str:
    return f"""INITIAL STATE Free;
STATE USEFIRST Free :
  MATCH {{begin_{index}($?)}} -> GOTO Begun;
STATE USEFIRST Begun :
  MATCH {{end_{index}($?)}} -> GOTO Free;
  MATCH EXIT -> ERROR("left");
"""


def counter(index: int) -> str:
    return f"""LOCAL int count = 0;
INITIAL STATE Counting;
STATE USEFIRST Counting :
  MATCH {{begin_{index}($?)}} -> DO count = count + 1 GOTO Counting;
  MATCH {{end_{index}($?)}} -> DO count = count - 1 GOTO Counting;
  MATCH EXIT && count != 0 -> ERROR("left");
"""


def keys(index: int) -> str:
    return f"""LOCAL set<string> begun;
INITIAL STATE Watching;
STATE USEALL Watching :
  MATCH {{begin_{index}($1)}} -> DO begun[$1] = true GOTO Watching;
  MATCH {{end_{index}($1)}} -> DO begun[$1] = false GOTO Watching;
  MATCH EXIT -> ASSUME {{!$$begun.empty}} ERROR("left");
  MATCH EXIT -> ASSUME {{$$begun.empty}} GOTO Watching;
"""


KINDS: tuple[Callable[[int], str], ...] = (pair, counter, keys)


def result_of(index: int) -> str:
    """Of ten automata two are irrelevant, three violated and five hold."""
    return ("holds", "violated", "holds", "irrelevant", "violated", "holds", "holds", "irrelevant", "violated", "holds")[index % 10]


def specification(count: int) -> str:
    return "".join(f"OBSERVER AUTOMATON rule_{index}\n{KINDS[index % len(KINDS)](index)}END AUTOMATON\n" for index in range(count))


def program(count: int) -> str:
    known = [index for index in range(count) if result_of(index) != "irrelevant"]
    text = "unsigned char __VERIFIER_nondet_uchar(void);\nstatic int x;\n"
    text += "".join(f"void begin_{index}(int* p) {{ (void)p; }}\nvoid end_{index}(int* p) {{ (void)p; }}\n" for index in known)
    text += f"int main(void) {{\n  int input = __VERIFIER_nondet_uchar() % {GROUPS};\n"
    text += "".join(f"  begin_{index}(&x);\n" for index in known)
    text += "".join(f"  end_{index}(&x);\n" for index in known if result_of(index) == "holds")
    for group in range(GROUPS):
        ends = "".join(f"    end_{index}(&x);\n" for index in known if result_of(index) == "violated" and index % GROUPS == group)
        text += f"  if (input != {group}) {{\n{ends}  }}\n"
    return text + "}\n"


def replays(clew: Path, report: dict, entry: dict, folder: Path) -> bool:
    file = folder / f"{entry['automaton']}.json"
    file.write_text(json.dumps({**report, "violation": entry["violation"]}))
    done = subprocess.run([clew, "replay", file], cwd=folder, capture_output=True, text=True, timeout=SECONDS)
    return done.stdout.rstrip().endswith(f"verdict: violated ({entry['automaton']})")


def problem_of(clew: Path, count: int, engine: str) -> str | None:
    """What is wrong with an engine's answer, or nothing."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "program.c").write_text(program(count))
        (folder / "rules.spc").write_text(specification(count))
        begin = time.monotonic()
        try:
            done = subprocess.run([clew, "check", "program.c", "--spec", "rules.spc", "--engine", engine, "--quiet", "--json", "report.json"],
                                  cwd=folder, capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return f"no answer after {SECONDS:.0f} s"
        if not (folder / "report.json").exists():
            return f"no report\n{done.stdout}{done.stderr}"
        report = json.loads((folder / "report.json").read_text())
        entries = {entry["automaton"]: entry for entry in report["specifications"]}
        print(f"{engine}: {len(entries)} properties in {time.monotonic() - begin:.1f} s")
        if len(entries) != count or done.returncode != 1:
            return f"{len(entries)} properties, exit status {done.returncode}\n{done.stdout[-2000:]}{done.stderr}"
        for index in range(count):
            entry = entries[f"rule_{index}"]
            found = "irrelevant" if entry["result"] == "holds" and not entry["relevant"] else entry["result"]
            if found != result_of(index):
                return f"rule_{index}: {found} instead of {result_of(index)}"
        violated = [entry for entry in report["specifications"] if "violation" in entry]
        wrong = [entry["automaton"] for entry in violated[::REPLAYED] if not replays(clew, report, entry, folder)]
        return f"no replay of {wrong}" if wrong else None


def main() -> int:
    options = parse_options()
    with ThreadPoolExecutor(options.jobs) as pool:
        problems = list(pool.map(lambda engine: problem_of(options.clew, options.count, engine), ENGINES))
    for engine, problem in zip(ENGINES, problems):
        if problem:
            print(f"FAILED: {engine}: {problem}")
    return 1 if any(problems) else 0


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", type=Path, default=FOLDER.parents[1] / "build" / "clew", help="the clew program to test")
    parser.add_argument("--count", type=int, default=200, help="so many automata (default 200)")
    parser.add_argument("--jobs", type=int, default=2, help="so many engines at once (default 2)")
    options = parser.parse_args()
    options.clew = options.clew.resolve()
    return options


if __name__ == "__main__":
    sys.exit(main())
