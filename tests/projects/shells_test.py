#!/usr/bin/env python3
"""Completion scripts and manual pages know every verb, every option and every value that --help knows; real shells understand them."""

import os
import pty
import re
import select
import shutil
import time

import project

VERBS = ["check", "run", "replay", "certify", "script", "paths", "completion", "man"]


class HelpTest(project.ProjectTest):
    def help_of(self, verb: str) -> str:
        return self.clew("help", verb).stdout

    def options_of(self, verb: str) -> set[str]:
        """The options in the lists of --help, not those that texts and examples mention."""
        found = set()
        for line in self.help_of(verb).splitlines():
            if match := re.match(r"  (-[-\w]+)(?:,(-[-\w]+))?( |$)", line):
                found |= {name for name in match.groups()[:2] if name}
        self.assertIn("--help", found)
        return found

    def choices_of(self, verb: str) -> dict[str, list[str]]:
        pairs = re.findall(r"^  (?:-\w,)?(--[-\w]+) \w+:\{([^}]*)\}", self.help_of(verb), re.MULTILINE)
        return {name: values.split(",") for name, values in pairs}


class Shells(HelpTest):
    def script(self, shell: str) -> str:
        done = self.clew("completion", shell)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def bash(self, *words: str) -> set[str]:
        """What bash would offer for the last of these words."""
        file = self.write("clew.bash", self.script("bash"))
        quoted = " ".join(f"'{word}'" for word in words)
        command = (f"set -u; source '{file}'; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; COMPREPLY=(); _clew; "
                   "((${#COMPREPLY[@]})) && printf '%s\\n' \"${COMPREPLY[@]}\"; exit 0")
        done = self.run_words(["bash", "--norc", "-c", command])
        self.assertEqual(done.stderr, "")
        return set(done.stdout.splitlines())

    def test_help_lists_the_verbs(self) -> None:
        listed = re.search(r"Verbs:\n(.*?)\n\n", self.clew("help").stdout, re.DOTALL)
        self.assertEqual([line.split()[0] for line in listed.group(1).splitlines()], [*VERBS, "help"])

    def test_bash_completes_verbs(self) -> None:
        self.assertEqual(self.bash("clew", ""), {*VERBS, "help"})
        self.assertEqual(self.bash("clew", "re"), {"replay"})
        self.assertEqual(self.bash("clew", "help", "c"), {"check", "certify", "completion"})

    def test_bash_completes_all_options(self) -> None:
        for verb in VERBS:
            self.assertEqual(self.bash("clew", verb, "-"), self.options_of(verb), verb)
        self.assertEqual(self.bash("clew", "check", "prog.c", "--store-"), {"--store-dir"})

    def test_bash_completes_all_choices(self) -> None:
        for verb in VERBS:
            for option, values in self.choices_of(verb).items():
                self.assertEqual(self.bash("clew", verb, option, ""), set(values), f"{verb} {option}")
        self.assertEqual(self.bash("clew", "check", "--search", "b"), {"bfs", "best", "beam"})
        self.assertEqual(self.bash("clew", "check", "--search", "="), {"dfs", "bfs", "best", "astar", "ida", "beam", "random"})
        self.assertEqual(self.bash("clew", "check", "--search", "=", "d"), {"dfs"})
        self.assertEqual(self.bash("clew", "completion", ""), {"bash", "zsh", "fish"})
        self.assertEqual(self.bash("clew", "script", "p"), {"print", "partition"})

    def test_bash_completes_files(self) -> None:
        for name in ["a.c", "b c.cpp", "a.o", "a.spc", "a.prp", "a.clew", "run/x"]:
            self.write(name, "")
        folders = {".git", "run"}
        self.assertEqual(self.bash("clew", "check", ""), {"a.c", "b c.cpp"} | folders)
        self.assertEqual(self.bash("clew", "check", "a.c", "b"), {"b c.cpp"})
        self.assertEqual(self.bash("clew", "check", "--spec", "a"), {"a.spc", "a.prp"})
        self.assertEqual(self.bash("clew", "certify", "a.c", "--script", "a"), {"a.clew"})
        self.assertEqual(self.bash("clew", "check", "--store-dir", ""), folders)
        self.assertEqual(self.bash("clew", "check", "a.c", "--jobs", ""), set())
        self.assertEqual(self.bash("clew", "check", "a.o"), {"a.o"})  # nothing else fits
        self.assertEqual(self.bash("clew", "check", "a.c", "--", "a.o"), {"a.o"})

    def test_zsh_understands_its_script(self) -> None:
        script = self.script("zsh")
        for verb in VERBS:
            part = re.search(rf"^  {verb}\)\n(.*?)&& return ;;", script, re.DOTALL | re.MULTILINE).group(1)
            found = set(re.findall(r"^    '\*?(--?[-\w]+?)[=+]?\[", part, re.MULTILINE))
            self.assertEqual(found, self.options_of(verb), verb)
            for option, values in self.choices_of(verb).items():
                self.assertIn(f":({' '.join(values)})'", part, option)
        if not shutil.which("zsh"):
            self.skipTest("zsh is not installed")
        done = self.run_words(["zsh", "-n", str(self.write("_clew", script))])
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_zsh_completes(self) -> None:
        """Somebody types, and presses the tab key."""
        if not shutil.which("zsh"):
            self.skipTest("zsh is not installed")
        self.write("functions/_clew", self.script("zsh"))
        self.write("a.c", "")
        self.write("a.o", "")
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.folder)
            os.execvpe("zsh", ["zsh", "-f", "-i"], os.environ | {"TERM": "dumb", "HOME": str(self.folder)})

        def wait_for(text: str) -> None:
            shown, end = "", time.monotonic() + 20
            while text not in shown:
                self.assertLess(time.monotonic(), end, f"{text} does not come: {shown!r}")
                if select.select([terminal], [], [], 0.1)[0]:
                    shown += os.read(terminal, 4096).decode(errors="replace")

        try:
            os.write(terminal, b"PS1='>'; fpath=(functions $fpath); autoload -Uz compinit; compinit -u -D; echo REA''DY\n")
            wait_for("READY")
            for typed, completed in {"clew repl": "replay ", "clew check --sea": "--search=", "clew check --search=ast": "=astar ",
                                     "clew check a": "a.c ", "clew help certi": "certify ", "clew completion fi": "fish "}.items():
                os.write(terminal, f"{typed}\t".encode())
                wait_for(completed)
                os.write(terminal, b"\x15")  # the line is forgotten
        finally:
            os.close(terminal)
            os.waitpid(process, 0)

    def test_fish_completes(self) -> None:
        if not shutil.which("fish"):
            self.skipTest("fish is not installed")
        file = self.write("clew.fish", self.script("fish"))
        self.write("a.c", "")
        asked = {"clew re": {"replay"}, "clew check --search b": {"bfs", "best", "beam"}, "clew check a": {"a.c"}}
        asked |= {f"clew {verb} -": None for verb in VERBS}
        command = f"source '{file}'\n" + "".join(f"complete -C '{line}'\necho ====\n" for line in asked)
        done = self.run_words(["fish", "--no-config", "-c", command])
        self.assertEqual(done.stderr, "")
        for (line, expected), text in zip(asked.items(), done.stdout.split("====\n")):
            found = {offer.split("\t")[0] for offer in text.splitlines()}
            if expected is None:
                # fish writes a short name only where there is no long one
                expected = {name for name in self.options_of(line.split()[1]) if name.startswith("--")}
                found = {name for name in found if name.startswith("--")}
            self.assertEqual(found, expected, line)

    def test_unknown_shells_and_verbs_are_complaints(self) -> None:
        self.assertIn("SHELL: tcsh not in {bash,zsh,fish}", self.complaint("completion", "tcsh"))
        self.assertIn("VERB: fly not in {check", self.complaint("man", "fly"))


class ManualPages(HelpTest):
    def groff(self, page: str) -> str:
        done = self.run_words(["groff", "-man", "-ww", "-Tutf8", "-P-cbou", "-rLL=400n"], input=page)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def test_pages_have_every_option_and_its_text(self) -> None:
        for verb in VERBS:
            page = self.groff(self.clew("man", verb).stdout).replace("\u2212", "-").replace("\u2010", "-")
            self.assertIn(f"clew-{verb}", page)
            found = set()
            for line in page.splitlines():
                if match := re.match(r"       ((?:-[-\w]+(?:, )?)+)", line):
                    found |= set(match.group(1).split(", "))
            self.assertEqual(found, self.options_of(verb), verb)
        page = self.groff(self.clew("man", "check").stdout)
        self.assertIn("a C expression over globals that must hold in every state", page)
        self.assertIn("clew check prog.c --next 'x == 5 -> next(x) == 8'  and on every transition", page)

    def test_the_page_of_clew_names_verbs_and_properties(self) -> None:
        page = self.groff(self.clew("man").stdout)
        for word in [*VERBS, "deadlock", "data-race", "3 wrong input or command line"]:
            self.assertIn(word, page)

    def test_the_page_of_clew_mpi(self) -> None:
        if not project.CLEW["clew_mpi"]:
            self.skipTest("no clew-mpi")
        page = self.groff(self.run_words([project.CLEW["clew_mpi"], "man"]).stdout)
        for word in ["--journal", "--balance", "--property", "OPTIONS OF CERTIFY", "--trust"]:
            self.assertIn(word, page)

if __name__ == "__main__":
    project.main()
