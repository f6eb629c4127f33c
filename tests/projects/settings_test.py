#!/usr/bin/env python3
"""clew.toml: found, obeyed, overruled by the command line, and refused with a line where it is wrong.

Texts that clew reads are compared with what Python's own reader of TOML makes of them."""

import json
import os
import pty
import random
import subprocess
import tomllib

import project

# Prints its arguments, one a line.
ECHO = r"""#include <stdio.h>
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) printf("%s\n", argv[i]);
  return 0;
}
"""
CHOICE = """#include <assert.h>
#include <clew.h>
#ifndef LIMIT
#define LIMIT 3
#endif
int main(void) { assert(clew_choose(LIMIT) != 2); }
"""
RACE = """#include <pthread.h>
int x;
void *f(void *p) { x = 1; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; pthread_join(t, 0); }
"""


class Settings(project.ProjectTest):
    def settings(self, text: str, name: str = "clew.toml") -> None:
        self.write(name, text)

    def test_sets_options_of_the_verb(self) -> None:
        self.write("race.c", RACE)
        self.assertEqual(self.verdict("check", "race.c"), "violated (data-race)")
        self.settings('[check]\nproperty = "-data-race"\nquiet = true\njobs = 2\n[run]\nseed = 7\n')
        self.assertEqual(self.clew("check", "race.c").stdout, "verdict: safe\n")
        self.assertIn("one path", self.verdict("run", "race.c", "--property", "deadlock"))
        self.assertEqual(self.verdict("check", "race.c", "--no-config"), "violated (data-race)")
        self.assertEqual(self.verdict("check", "race.c", "--property", "all"), "violated (data-race)")

    def test_program_is_for_all_verbs(self) -> None:
        self.write("src/choice.c", '#include "limit.h"\n' + CHOICE)
        self.write("include/limit.h", "#define LIMIT 4\n")
        self.settings('[program]\nfiles = ["src/choice.c"]\nclang-flags = ["-Iinclude", "-DUNUSED"] # and more\n')
        for where in [".", "src", "include"]:
            self.assertEqual(self.verdict("check", where=where), "violated (assert)")
            self.assertEqual(self.verdict("replay", "--path", "2", where=where), "violated (assert)")
            self.assertEqual(self.verdict("replay", "--path", "3", where=where), "bounded (one path, exit status 0)")
        self.assertEqual(self.clew("check", "--script", "s.clew").returncode, 1)
        self.assertEqual(self.clew("certify", "--script", "s.clew").stdout.splitlines()[-1],
                         "certificate: accepted (assert is violated)")

    def test_the_command_line_wins(self) -> None:
        self.write("echo.c", ECHO)
        self.settings('[program]\nfiles = "missing.c"\narg = ["a", "b"]\n[run]\narg = ["c"]\nstdin-file = "missing"\n')
        self.assertIn("clew.toml:6: --stdin-file: missing: no such file", self.complaint("run", "echo.c"))
        self.assertEqual(self.clew("run", "echo.c", "--stdin", "").stdout.splitlines()[0], "c")  # the verb's own table
        self.assertEqual(self.clew("run", "echo.c", "--stdin", "", "--arg", "d").stdout.splitlines()[0], "d")
        self.settings('[program]\narg = ["a", "b"]\n')
        self.assertEqual(self.clew("run", "echo.c").stdout.splitlines()[:2], ["a", "b"])

    def test_flags_after_the_dashes_come_last(self) -> None:
        self.write("choice.c", CHOICE)
        self.settings('[program]\nclang-flags = ["-DLIMIT=2"]\n')
        self.assertEqual(self.verdict("check", "choice.c"), "safe")
        self.assertEqual(self.verdict("check", "choice.c", "--", "-ULIMIT"), "violated (assert)")

    def test_what_is_shown_to_be_typed_again_says_it_all(self) -> None:
        self.write("a/choice.c", CHOICE)
        self.settings('[program]\nfiles = ["a/choice.c"]\nclang-flags = ["-DLIMIT=5"]\n[replay]\nproperty = "deadlock"\n')
        output = self.clew("check", where="a").stdout
        command = next(line for line in output.splitlines() if line.startswith("to see it again: "))
        done = self.run_words(["sh", "-c", command.removeprefix("to see it again: ")], "a")
        self.assertEqual(done.stdout.splitlines()[-1], "verdict: violated (assert)", command)

    def test_paths_start_at_the_file(self) -> None:
        self.write("a.c", CHOICE)
        self.write("deep/down/x", "")
        self.settings('[check]\nfiles = ["a.c"]\nformat = ["json=out.json", "junit=out.xml"]\nhtml = "out.html"\n')
        self.assertEqual(self.verdict("check", where="deep/down"), "violated (assert)")
        for name in ["out.json", "out.xml", "out.html"]:
            self.assertTrue((self.folder / name).is_file(), name)
        report = json.loads((self.folder / "out.json").read_text())
        self.assertEqual(report["files"], ["../../a.c"])

    def test_is_looked_for_up_to_the_repository(self) -> None:
        self.write("race.c", RACE)
        self.write("inner/race.c", RACE)
        self.settings('[check]\nproperty = "-data-race"\n')
        self.assertEqual(self.verdict("check", "race.c", where="inner"), "safe")
        (self.folder / "inner/.git").mkdir()
        self.assertEqual(self.verdict("check", "race.c", where="inner"), "violated (data-race)")
        self.assertEqual(self.verdict("check", "race.c", "--config", "../clew.toml", where="inner"), "safe")

    def test_is_told_of_on_a_terminal_only(self) -> None:
        self.write("race.c", RACE)
        self.settings('[check]\nproperty = "-data-race"\n')
        self.assertEqual(self.clew("check", "race.c").stderr, "")
        ours, theirs = pty.openpty()
        subprocess.run([project.CLEW["clew"], "check", "race.c"], cwd=self.folder, stdout=subprocess.DEVNULL,
                       stderr=theirs, timeout=project.SECONDS, check=False)
        os.close(theirs)
        self.assertIn("settings: clew.toml", os.read(ours, 10000).decode())
        os.close(ours)

    def test_help_is_the_same_with_broken_settings(self) -> None:
        before = self.clew("check", "--help").stdout
        self.settings("[check\n")
        self.assertEqual(self.clew("check", "--help").stdout, before)
        self.assertEqual(self.clew("help", "check").stdout, before)

    def test_wrong_settings_are_one_line(self) -> None:
        self.write("fine.c", "int main(void) { return 0; }\n")
        for text, says in {
            "[check]\nserach = 'bfs'\n": "2: unknown key serach in [check]",
            "[program]\nsearch = 'bfs'\n": "2: unknown key search in [program]",
            "[chekc]\nsearch = 'bfs'\n": "2: unknown table [chekc]",
            "search = 'bfs'\n": "1: search stands before the first table",
            "[check]\n\nsearch = 'sideways'\n": "3: --search: sideways not in {",
            "[check]\nsearch = ['bfs', 'dfs']\n": "2: search has one value, not an array",
            "[check]\nsearch = true\n": "2: search is no truth value",
            "[check]\nquiet = 'yes'\n": "2: quiet is true or false",
            "[check]\nquiet = 1\n": "2: quiet is true or false",
            "[check]\njobs = 100000\n": "2: --jobs: not a number of workers",
            "[check]\nconfig = 'x'\n": "2: unknown key config in [check]",
            "[check]\nhelp = true\n": "2: unknown key help in [check]",
            "[check]\nsearch = 'bfs\n": "2: the text has no end on this line",
            "[check]\nsearch = 'bfs": "2: the text has no end on this line",
            '[check]\narg = ["a': "2: the text has no end on this line",
            '[check]\narg = ["a\\': "2: an unknown escape",
            '[check]\narg = ["a\\u00': "2: a character's number is incomplete",
            "[check]\nsearch = ": "2: expected a value",
            "[check]\nsearch": "2: expected = after search",
            "[check": "1: expected ] after the table's name",
            "[check]\nsearch = bfs\n": "2: not a value: bfs (a text needs quotes)",
            "[check]\nsearch = 'bfs' jobs = 2\n": "2: something follows where the line should end",
            "[check]\nsearch = 'bfs'\nsearch = 'dfs'\n": "3: search is there twice",
            "[check]\n[check]\n": "2: the table [check] is there twice",
            "[[check]]\n": "1: arrays of tables are not supported",
            "[a.b]\n": "1: expected ] after the table's name",
            "[check]\narg = ['a', 'b'\n": "2: the array has no end",
            "[check]\narg = ['a' 'b']\n": "2: expected , or ] in the array",
            "[check]\narg = [['a']]\n": "2: expected a value",
            "[check]\narg = '''a'''\n": "2: texts of several lines are not supported",
            '[check]\narg = "\\q"\n': "2: an unknown escape",
            '[check]\narg = "\\ud800"\n': "2: no character has this number",
            '[check]\narg = "\x01"\n': "2: a control character",
            "[check] # \0\n": "1: a control character in a comment",
            "[check]\narg = {a = 1}\n": "2: expected a value",
            "[check]\njobs = 007\n": "2: not a value: 007",
            "[check]\narg = [" + "'a'," * 20000 + "]\n": "2: too many values",
            "[" * 100000: "1: arrays of tables",
        }.items():
            self.settings(text)
            self.assertIn("clew.toml:" + says, self.complaint("check", "fine.c"), text[:80])
        self.settings("# " + "x" * (1 << 20))
        self.assertEqual(self.complaint("check", "fine.c"), "clew.toml: the file is too large")

    def test_files_that_are_none(self) -> None:
        self.write("fine.c", "int main(void) { return 0; }\n")
        (self.folder / "clew.toml").mkdir()
        self.assertEqual(self.verdict("check", "fine.c"), "safe")  # not a file, so not the settings
        os.mkfifo(self.folder / "pipe")
        for name in ["missing", ".", "pipe", "/dev/zero"]:
            self.assertIn(name, self.complaint("check", "fine.c", "--config", name))
        self.assertIn("--no-config does not go with --config", self.complaint("check", "fine.c", "--config", "fine.c", "--no-config"))

    def test_settings_of_somebody_else_are_not_taken(self) -> None:
        if os.geteuid() != 0:
            self.skipTest("only root can give files away")
        self.write("race.c", RACE)
        self.write("inner/race.c", RACE)
        self.settings('[check]\nproperty = "-data-race"\n')
        os.chown(self.folder / "clew.toml", 12345, 12345)
        self.assertIn("../clew.toml belongs to somebody else", self.complaint("check", "race.c", where="inner"))
        self.assertEqual(self.verdict("check", "race.c", "--config", "clew.toml"), "safe")
        self.assertEqual(self.verdict("check", "race.c", "--no-config"), "violated (data-race)")

    def test_texts_are_those_of_toml(self) -> None:
        self.write("echo.c", ECHO)
        bitcode = ["clang-19", "-c", "-emit-llvm", "-O0", "echo.c", "-o", "echo.bc"]
        self.assertEqual(self.run_words(bitcode).returncode, 0)
        source = random.Random(1)
        pieces = ["'", '"', "\\", "\\n", "\\t", "\\u00e9", "\\U0001F642", "\\\"", "\\\\", "a", "b c", "#", ",", "]", "[", "=",
                  "-1", "+2.5", "1_000", "0x1", "1e3", "\n", " ", "\t", "é", "true"]
        accepted = 0
        for _ in range(150):
            value = "".join(source.choices(pieces, k=source.randint(1, 4)))
            quote = source.choice(["'", '"', '"', ""])
            text = f"[run]\narg = [ {quote}{value}{quote}, 'end' ]\n"
            self.settings(text)
            done = self.clew("run", "echo.bc")
            if done.returncode == 3:
                self.assertEqual(done.stderr.count("\n"), 1, text)
                continue
            accepted += 1
            try:
                meant = [str(each) for each in tomllib.loads(text)["run"]["arg"]]
            except tomllib.TOMLDecodeError as error:
                self.fail(f"{text}: {error}")
            # numbers are given as they are written
            expected = "".join(each.removeprefix("+") + "\n" for each in meant)
            found = done.stdout.rsplit("verdict:", 1)[0]
            self.assertEqual(found.replace("+2.5", "2.5"), expected.replace("+2.5", "2.5"), text)
        self.assertGreater(accepted, 40)


if __name__ == "__main__":
    project.main()
