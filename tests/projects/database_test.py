#!/usr/bin/env python3
"""compile_commands.json and --entry: files with their own flags, those that an entry needs and no others, and databases that are wrong."""

import json
import shlex

import project

QUEUE = """#include "queue.h"
int put(int x) { return x < CAPACITY; }
"""
TEST = """#include <assert.h>
#include <clew.h>
#include "queue.h"
void test_put(void) { assert(put(clew_choose(6))); }
int test_none(int argc, char **argv) { assert(argc == 2 && argv[1][0] == 'x'); return put(0) ? 0 : 1; }
int test_wrong(double x) { return x > 0; }
"""


class Database(project.ProjectTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("include/queue.h", "int put(int x);\n")
        self.write("src/queue.c", QUEUE)
        self.write("src/broken.c", "this is no C\n")
        self.write("src/main.c", '#include "queue.h"\nint main(void) { return put(1) ? 0 : 1; }\n')
        self.write("test/test.c", TEST)

    def database(self, commands: list, name: str = "build/compile_commands.json") -> None:
        self.write(name, json.dumps(commands))

    def command(self, file: str, *flags: str) -> dict:
        words = ["/usr/bin/gcc", "-I../include", *flags, "-O2", "-g", "-Wall", "-Werror", "-fsanitize=address", "-MD", "-MF",
                 "x.d", "-o", "x.o", "-c", f"../{file}"]
        return {"directory": str(self.folder / "build"), "file": f"../{file}", "arguments": words, "output": "x.o"}

    def usual(self, capacity: int = 6) -> list:
        return [self.command("src/main.c"), self.command("src/broken.c"),
                self.command("src/queue.c", f"-DCAPACITY={capacity}"), self.command("test/test.c")]

    def test_takes_what_the_entry_needs(self) -> None:
        self.database(self.usual())
        self.assertEqual(self.verdict("check", "-p", "build"), "safe")
        self.assertEqual(self.verdict("check", "-p", "build", "--entry", "test_put"), "safe")
        self.database(self.usual(5))
        self.assertEqual(self.verdict("check", "-p", "build/compile_commands.json", "--entry", "test_put"), "violated (assert)")
        self.assertEqual(self.verdict("check", "-p", "../build", "--entry", "test_put", where="src"), "violated (assert)")

    def test_takes_what_named_files_need(self) -> None:
        self.database(self.usual(5))
        self.assertEqual(self.verdict("check", "-p", "build", "test/test.c", "--entry", "test_put"), "violated (assert)")
        self.assertIn("src/broken.c does not compile", self.clew("check", "-p", "build", "src/broken.c").stderr)
        self.write("other.c", "int main(void) { return 0; }\n")
        self.assertEqual(self.complaint("check", "-p", "build", "other.c"), "other.c: not in build/compile_commands.json")

    def test_entries_of_all_forms(self) -> None:
        self.database(self.usual())
        test = ["check", "-p", "build", "--entry", "test_none"]
        self.assertEqual(self.verdict(*test), "violated (assert)")
        self.assertEqual(self.verdict(*test, "--arg", "x"), "safe")
        self.assertIn("test_wrong cannot be called as main is", self.complaint("check", "-p", "build", "--entry", "test_wrong"))
        self.assertEqual(self.complaint("check", "-p", "build", "--entry", "absent"),
                         "build/compile_commands.json: no file has a function absent")

    def test_entry_without_a_database(self) -> None:
        self.write("two.cpp", "#include <cassert>\nnamespace one { void test() { assert(false); } }\n"
                              "namespace two { void test() {} void over(int) {} void over() {} }\nint main() { return 0; }\n")
        self.assertEqual(self.verdict("check", "two.cpp"), "safe")
        self.assertEqual(self.verdict("check", "two.cpp", "--entry", "one::test"), "violated (assert)")
        self.assertEqual(self.verdict("check", "two.cpp", "--entry", "two::test"), "safe")
        self.assertEqual(self.verdict("check", "two.cpp", "--entry", "_ZN3one4testEv"), "violated (assert)")
        self.assertIn("several functions two::over", self.complaint("check", "two.cpp", "--entry", "two::over"))
        self.assertIn("no function test", self.complaint("check", "two.cpp", "--entry", "test"))
        self.assertEqual(self.verdict("run", "two.cpp", "--entry", "two::test"), "bounded (one path, exit status 0)")

    def test_main_is_an_ordinary_function_then(self) -> None:
        self.write("calls.c", "#include <assert.h>\nint main(void) { return 3; }\nvoid test(void) { assert(main() == 4); }\n")
        self.assertEqual(self.verdict("check", "calls.c", "--entry", "test"), "violated (assert)")

    def test_reports_and_certificates_can_be_followed(self) -> None:
        self.database(self.usual(5))
        words = ["-p", "build", "--entry", "test_put"]
        done = self.clew("check", *words, "--json", "report.json", "--script", "s.clew")
        self.assertEqual(done.returncode, 1, done.stderr)
        command = next(line for line in done.stdout.splitlines() if line.startswith("to see it again: "))
        again = self.run_words(["sh", "-c", command.removeprefix("to see it again: ")])
        self.assertEqual(again.stdout.splitlines()[-1], "verdict: violated (assert)", command)
        self.assertEqual(self.clew("certify", *words, "--script", "s.clew").stdout.splitlines()[-1],
                         "certificate: accepted (assert is violated)")
        self.assertIn("rejected", self.clew("certify", "-p", "build", "--entry", "test_none", "--script", "s.clew").stdout)
        (self.folder / "build/compile_commands.json").unlink()  # the report has all that is needed
        self.assertEqual(self.verdict("replay", "report.json"), "violated (assert)")

    def test_settings_name_a_database(self) -> None:
        self.database(self.usual(5))
        self.write("clew.toml", '[program]\ncompile-commands = "build"\nentry = "test_put"\n')
        self.assertEqual(self.verdict("check", "--json", "../report.json", where="src"), "violated (assert)")
        self.assertEqual(self.verdict("replay", "../report.json", where="src"), "violated (assert)")

    def test_commands_as_a_shell_has_them(self) -> None:
        self.write("say.c", "#include <assert.h>\n#include <string.h>\n"
                            "int main(void) { assert(strcmp(A, \"x y\") == 0 && B == 'q' && strcmp(C, \"\\\\\") == 0); }\n")
        words = ["cc", "@x.modmap", "-DA=\"x y\"", "-DB='q'", "-D", "C=\"\\\\\"", "-include", "string.h", "-c", "say.c"]
        self.database([{"directory": str(self.folder), "file": "say.c", "command": shlex.join(words)}])
        self.assertEqual(self.verdict("check", "-p", "build"), "safe")
        quoted = 'cc "-DA=\\"x y\\"" -DB=\\\'q\\\' "-DC=\\"\\\\\\\\\\"" -c say.c'
        self.database([{"directory": "..", "file": "say.c", "command": quoted}])
        self.assertEqual(self.verdict("check", "-p", "build"), "safe")

    def test_what_two_files_define_is_for_the_user_to_choose(self) -> None:
        self.write("src/other.c", "int put(int x) { return x < 100; }\n")
        self.database([*self.usual(5), self.command("src/other.c")])
        says = self.complaint("check", "-p", "build", "--entry", "test_put")
        self.assertIn("put is defined by", says)
        self.assertIn("name the file that is meant", says)
        self.assertEqual(self.verdict("check", "-p", "build", "--entry", "test_put", "src/other.c"), "safe")
        self.write("test/second.c", "int main(void) { return 1; }\n")
        self.database([*self.usual(), self.command("test/second.c")])
        self.assertIn("main is defined by", self.complaint("check", "-p", "build"))

    def test_a_file_that_is_compiled_in_two_ways_is_remarked(self) -> None:
        self.database([*self.usual(6), self.command("src/queue.c", "-DCAPACITY=5")])
        done = self.clew("check", "-p", "build", "--entry", "test_put")
        self.assertEqual(done.stdout.splitlines()[-1], "verdict: safe")
        self.assertIn("src/queue.c is compiled in several ways", done.stderr)

    def test_names_of_cpp(self) -> None:
        self.write("shape.h", "namespace geo { struct Shape { Shape(); virtual ~Shape(); virtual int area() const; }; int count(); }\n")
        self.write("shape.cpp", '#include "shape.h"\nnamespace geo { Shape::Shape() {} Shape::~Shape() {} '
                                "int Shape::area() const { return 3; } }\n")
        self.write("count.cpp", '#include "shape.h"\nnamespace geo { static int n; int count() { return ++n; } }\n')
        self.write("test.cpp", '#include "shape.h"\n#include <cassert>\nnamespace test { struct Big : geo::Shape {};\n'
                               "void all() { Big big; assert(big.area() == 3 && geo::count() == 1); } }\n")
        flags = ["c++", "-std=c++20", "-c"]
        self.database([{"directory": str(self.folder), "file": name, "arguments": [*flags, name]}
                       for name in ["shape.cpp", "count.cpp", "test.cpp"]])
        self.assertEqual(self.verdict("check", "-p", "build", "--entry", "test::all"), "safe")

    def test_only_files_that_may_define_something_are_compiled(self) -> None:
        self.write("src/calls.c", "void other(void) { if (put(1)) { put(2); } }\nthis is no C\n")
        self.database([self.command("src/calls.c"), *self.usual()])
        self.assertEqual(self.verdict("check", "-p", "build", "--entry", "test_put"), "safe")
        # and that is seen in all of these forms
        definitions = ["int\nput\n(int x)\n{ return 1 }", "static int (*g)(void); int put(int x) __attribute__((noinline)) { return 1 }"]
        for text in definitions:
            self.write("src/calls.c", text)
            self.assertIn("src/calls.c does not compile", self.clew("check", "-p", "build", "--entry", "test_put").stderr)

    def test_variables_are_found(self) -> None:
        self.write("src/table.c", "int table[3] = {1, 2, 3};\n")
        self.write("src/main.c", "extern int table[3];\nint main(void) { return table[0] == 1 ? 0 : table[7]; }\n")
        self.database([self.command("src/main.c"), self.command("src/table.c")])
        self.assertEqual(self.verdict("check", "-p", "build"), "safe")

    def test_what_nobody_defines_is_named_where_it_is_called(self) -> None:
        self.write("src/main.c", "int mystery(void);\nint main(void) { return mystery(); }\n")
        self.database([self.command("src/main.c")])
        self.assertIn("mystery", self.verdict("check", "-p", "build"))
        self.assertIn("unknown", self.verdict("check", "-p", "build"))

    def test_wrong_databases_are_one_line(self) -> None:
        good = self.command("src/queue.c")
        for text, says in {
            "": "expected a JSON array",
            "{}": "expected a JSON array",
            "[" * 100000: "expected a JSON array",
            "[1]": "entry 1 is no object",
            json.dumps([good, {"file": "a.c"}]): "entry 2 has no directory or no file",
            json.dumps([{"file": "a.c", "directory": "/"}]): "entry 1 has neither a command nor arguments",
            json.dumps([{"file": "a.c", "directory": "/", "arguments": ["cc", 3]}]): "entry 1 has an argument that is no text",
            json.dumps([{"file": "a.c", "directory": "/", "arguments": []}]): "entry 1 has an empty command",
            json.dumps([{"file": "a.c", "directory": "/", "command": "cc 'a.c"}]): "entry 1 has a quote without an end",
            json.dumps([{"file": "a.c", "directory": "/", "command": "cc @flags"}]): "entry 1 has a file with flags, @flags",
            json.dumps([{"file": "a\0.c", "directory": "/", "command": "cc"}]): "entry 1 has a zero byte",
            json.dumps([{"file": "a.c", "directory": "/", "command": "cc -DX=\0"}]): "entry 1 has a zero byte",
            "[]": "no file has a function main",
            json.dumps([{"file": "gone.c", "directory": "/", "command": "cc gone.c"}]): "no file has a function main",
        }.items():
            self.write("build/compile_commands.json", text)
            self.assertIn(says, self.complaint("check", "-p", "build"), text[:100])
        self.assertIn("no such file", self.complaint("check", "-p", "nowhere"))
        self.assertIn("no such file", self.complaint("check", "-p", "src"))


if __name__ == "__main__":
    project.main()
