#!/usr/bin/env python3
"""The formats in which others read what Clew finds, and in which it reads what others find.

Every program of PROGRAMS is checked once, with all formats; each of these must be valid by its schema and say what the verdict
says. Then its witnesses are read back: they must be confirmed. Changed ones (another line for the violation, another value for
an input, a violation that is not there) must be rejected, or be right all the same: what is confirmed was executed.

witnesses/ has witnesses as other tools write them, each of which says in a comment which program it is about and whether it has to
be confirmed; and malformed ones, which must end in one line and exit status 3.

Exits with 1 if something is wrong.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import jsonschema
import yaml

FOLDER = Path(__file__).resolve().parent
TESTS = FOLDER.parent
SECONDS = 30

# Tasks of tests/programs with one property each, which is violated; and two safe ones and one that nobody decides.
VIOLATED = [
    "assert/own_reach_error", "assert/verifier_error_by_booleans", "assert/store_buffering_both_see",
    "assert/message_passing_flag_first", "classics/producer_consumer_if", "classics/dekker_check_first",
    "data_race/one_input_races", "data_race/load_then_store_lock", "deadlock/three_lock_cycle",
    "deadlock/wait_holding_outer_lock", "division_by_zero/chosen_divisor", "double_free/reference_read_twice",
    "invalid_free/global", "leak/exit_skips_the_free", "lost_memory/one_input", "null_dereference/search_misses",
    "out_of_bounds/vla_past_end", "recursion_limit/one_input", "shift/one_input_too_large",
    "signed_overflow/addition", "sync/any_waiter_may_wake", "uninitialized/address", "unlock_not_owner/trylock_unchecked",
    "unreachable/missing_case", "use_after_free/freed_under_a_reader", "ilp32/far_index",
]
SAFE = ["shift/all_inputs_fit", "data_race/no_input_races"]


class Failure(Exception):
    pass


def require(holds: bool, what: str) -> None:
    if not holds:
        raise Failure(what)


class Checker:
    def __init__(self, clew: str, folder: Path):
        self.clew = clew
        self.folder = folder
        self.sarif = jsonschema.Draft7Validator(json.loads((FOLDER / "sarif.schema.json").read_text()))
        self.witness = jsonschema.Draft7Validator(json.loads((FOLDER / "witness.schema.json").read_text()))
        self.report = jsonschema.Draft7Validator(json.loads((TESTS.parent / "docs/report.schema.json").read_text()))

    def run(self, words: list[str]) -> tuple[int, str, str]:
        done = subprocess.run([self.clew, "check", "--quiet", "--time-limit", str(SECONDS), *words], capture_output=True,
                              text=True, timeout=2 * SECONDS, check=False)
        return done.returncode, done.stdout, done.stderr

    # ---- what is written ----

    def valid_json(self, validator: jsonschema.Draft7Validator, document: object, name: str) -> None:
        for error in validator.iter_errors(document):
            raise Failure(f"{name}: {'/'.join(map(str, error.absolute_path))}: {error.message[:200]}")

    def valid_xml(self, file: Path, schema: str) -> None:
        done = subprocess.run(["xmllint", "--noout", "--nonet", "--schema", str(FOLDER / schema), str(file)],
                              capture_output=True, text=True, check=False)
        require(done.returncode == 0, f"{schema}: {done.stderr[:300]}")

    def files(self, name: str) -> dict[str, Path]:
        stem = name.replace("/", ".")
        return {kind: self.folder / f"{stem}.{kind}" for kind in ("json", "sarif", "witness", "graphml", "junit", "github")}

    def write(self, name: str, words: list[str], status: int) -> dict[str, Path]:
        """Checks a program with all formats; each must be valid."""
        files = self.files(name)
        formats = [word for kind, file in files.items() for word in ("--format", f"{kind}={file}")]
        code, out, err = self.run([*words, *formats])
        require(code == status, f"exit status {code}: {out[-300:]}{err[-300:]}")
        self.valid_json(self.report, json.loads(files["json"].read_text()), "json")
        self.valid_json(self.sarif, json.loads(files["sarif"].read_text()), "sarif")
        self.valid_json(self.witness, yaml.safe_load(files["witness"].read_text()), "witness")
        self.valid_xml(files["graphml"], "graphml.xsd")
        self.valid_xml(files["junit"], "junit.xsd")
        return files

    def agree(self, files: dict[str, Path]) -> None:
        """What the formats say must be what the report says."""
        report = json.loads(files["json"].read_text())
        run = json.loads(files["sarif"].read_text())["runs"][0]
        violation = report["violation"]
        threads = {line["thread"] for line in report["trace"]["lines"] if line["location"]["line"] > 0}
        result = run["results"][0]
        require(run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"], "sarif: its rule")
        require(result["ruleId"] == violation["property"], "sarif: another property")
        require(result["message"]["text"] == violation["message"], "sarif: another message")
        flows = result.get("codeFlows", [{"threadFlows": []}])[0]["threadFlows"]
        require(threads <= {flow["id"] for flow in flows}, "sarif: a thread has no flow")
        order = sorted((step["executionOrder"], flow["id"]) for flow in flows for step in flow["locations"])
        lines = [(i + 1, line["thread"]) for i, line in enumerate(report["trace"]["lines"]) if line["location"]["line"] > 0]
        require(order[:len(lines)] == lines, "sarif: another order")
        content = yaml.safe_load(files["witness"].read_text())[0]["content"]
        kinds = [segment["segment"][-1]["waypoint"]["type"] for segment in content]
        require(kinds[-1] == "target" and "target" not in kinds[:-1], "witness: its target")
        require(violation["location"]["line"] in (0, content[-1]["segment"][-1]["waypoint"]["location"]["line"]),
                "witness: another line")
        require(re.search(r'<testsuite name="[^"]*" tests="\d+" failures="1" errors="0"', files["junit"].read_text())
                is not None, "junit: not one failure")
        require(re.fullmatch(r"::error (file=[^,]+,line=\d+,(col=\d+,)?)?title=[^,:]+::[^\n]+\n", files["github"].read_text())
                is not None, "github: " + files["github"].read_text()[:200])

    # ---- what is read back ----

    def confirm(self, words: list[str], witness: Path) -> tuple[bool, str]:
        code, out, err = self.run([*words, "--witness-in", str(witness)])
        lines = [line for line in out.splitlines() if line.startswith("witness: ")]
        require(len(lines) == 1, f"exit status {code}, no line about the witness: {out[-300:]}{err[-300:]}")
        confirmed = lines[0] == "witness: confirmed"
        require(confirmed or lines[0].startswith("witness: rejected ("), lines[0])
        require(code == (1 if confirmed else 2), f"{lines[0]}, and exit status {code}")
        require(confirmed == ("\nverdict: violated (" in out), f"{lines[0]}, and {out[-100:]}")
        return confirmed, lines[0]

    def mutate(self, name: str, words: list[str], witness: Path) -> list[str]:
        """Changed witnesses; says which of them are still confirmed."""
        text = witness.read_text()
        changed = {}
        still = []
        last = text.rindex("line: ")
        end = text.index("\n", last)
        changed["line"] = text[:last] + f"line: {int(text[last + 6:end]) + 1000}" + text[end:]
        value = re.search(r"\\\\result == (-?\d+)", text)
        if value:
            begin, stop = value.span(1)
            changed["value"] = text[:begin] + str(int(value[1]) ^ 1) + text[stop:]
        for what, made in changed.items():
            file = self.folder / f"{name.replace('/', '.')}.{what}.yml"
            file.write_text(made)
            confirmed, line = self.confirm(words, file)
            require(not (confirmed and what == "line"), f"a violation where no code is: {line}")
            if confirmed:
                still.append(what)
        return still

    def round_trip(self, name: str) -> str:
        task = TESTS / "programs" / f"{name}.yml"
        options = (TESTS / "programs" / f"{name}.options")
        words = [str(task), *(options.read_text().split() if options.exists() else [])]
        files = self.write(name, words, 1)
        self.agree(files)
        for kind in ("witness", "graphml"):
            confirmed, line = self.confirm(words, files[kind])
            require(confirmed, f"{kind}: {line}")
        still = self.mutate(name, words, files["witness"])
        return f"still confirmed with another {' and '.join(still)}" if still else ""

    def safe(self, name: str) -> str:
        task = TESTS / "programs" / f"{name}.yml"
        files = self.write(name, [str(task)], 0)
        require(json.loads(files["sarif"].read_text())["runs"][0]["results"] == [], "sarif: results of a safe program")
        require(yaml.safe_load(files["witness"].read_text())[0]["entry_type"] == "invariant_set", "witness: no invariants")
        require('failures="0" errors="0"' in files["junit"].read_text(), "junit: failures of a safe program")
        require(files["github"].read_text() == "", "github: annotations of a safe program")
        code, _, err = self.run([str(task), "--witness-in", str(files["witness"])])
        require(code == 3 and err.count("\n") == 1, "a correctness witness is taken for a violation")
        return ""

    def undecided(self, name: str) -> str:
        """Nothing is decided: no witness, and every format says so."""
        files = self.files("undecided")
        formats = [word for kind, file in files.items() for word in ("--format", f"{kind}={file}")]
        code, out, _ = self.run([str(TESTS / "programs" / f"{name}.yml"), "--max-states", "3", *formats])
        require(code == 2 and out.count("note: no witness was written: nothing is proven") == 2, out[-300:])
        require(not files["witness"].exists() and not files["graphml"].exists(), "a witness of nothing")
        self.valid_json(self.sarif, json.loads(files["sarif"].read_text()), "sarif")
        self.valid_xml(files["junit"], "junit.xsd")
        require(files["github"].read_text().startswith("::warning title=clew%3A bounded"), files["github"].read_text())
        require('errors="0"' not in files["junit"].read_text(), "junit: no error")
        return ""

    # ---- what others write ----

    def foreign(self, witness: Path) -> str:
        said = re.search(r"(confirmed|rejected|malformed): (\S+)", witness.read_text(errors="replace"))
        require(said is not None, "it does not say what it is")
        program = str(FOLDER / "programs" / said[2])
        if said[1] == "malformed":
            code, out, err = self.run([program, "--witness-in", str(witness)])
            require(code == 3 and err.count("\n") == 1 and err.startswith("clew: "), f"exit status {code}: {out}{err}")
            return ""
        confirmed, line = self.confirm([program], witness)
        require(confirmed == (said[1] == "confirmed"), line)
        return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clew", required=True)
    parser.add_argument("--only", help="names that contain this")
    arguments = parser.parse_args()
    failures = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        checker = Checker(arguments.clew, Path(folder))
        jobs = [(name, checker.round_trip, name) for name in VIOLATED]
        jobs += [(name, checker.safe, name) for name in SAFE]
        jobs += [("undecided", checker.undecided, "data_race/no_input_races")]
        jobs += [(file.name, checker.foreign, file) for file in sorted((FOLDER / "witnesses").iterdir())]
        running = [(name, pool.submit(job, what)) for name, job, what in jobs
                   if not arguments.only or arguments.only in name]
        for name, future in running:
            try:
                note = future.result()
                if note:
                    print(f"{name}: {note}")
            except (Failure, subprocess.TimeoutExpired, OSError, KeyError, ValueError) as problem:
                failures += 1
                print(f"{name}: {problem}")
    print(f"{len(running)} programs and witnesses, {failures} failures")
    return 1 if failures or not running else 0


if __name__ == "__main__":
    sys.exit(main())
