#!/usr/bin/env python3
"""clew_add_check: a project of CMake whose tests are model-checking runs, with every outcome that such a test can have."""

import re

import project

LISTS = """cmake_minimum_required(VERSION 3.20)
project(queues C CXX)
enable_testing()
find_package(Clew REQUIRED)
add_library(queue STATIC src/queue.c)
target_include_directories(queue PUBLIC include)
target_compile_definitions(queue PRIVATE CAPACITY=5 "TITLE=\\"a queue, small\\"")
add_executable(queue_test test/test.c include/queue.h)
target_link_libraries(queue_test PRIVATE queue)
add_executable(larger_test test/test.c src/queue.c)
target_include_directories(larger_test PRIVATE include)
target_compile_definitions(larger_test PRIVATE CAPACITY=50 "TITLE=\\"a queue, small\\"")
add_executable(modern modern.cpp)
set_target_properties(modern PROPERTIES CXX_STANDARD 20)

clew_add_check(fits TARGET queue_test ARGS 5)
clew_add_check(larger TARGET larger_test ARGS 50)
clew_add_check(larger_too_many TARGET larger_test ARGS 51)
clew_add_check(too_many TARGET queue_test ARGS 6)
clew_add_check(too_many_expected TARGET queue_test ARGS 6 EXPECT violated)
clew_add_check(too_many_named TARGET queue_test ARGS 6 EXPECT "violated (assert)")
clew_add_check(too_many_misnamed TARGET queue_test ARGS 6 EXPECT "violated (deadlock)")
clew_add_check(other_entry TARGET queue_test ENTRY test_two)
clew_add_check(options TARGET queue_test ARGS 6 OPTIONS --property deadlock)
clew_add_check(stopped TARGET queue_test ARGS 5 OPTIONS --max-states 1 EXPECT bounded)
clew_add_check(wrong_option TARGET queue_test OPTIONS --nonsense EXPECT unknown)
clew_add_check(modern)
clew_add_check(only_sources SOURCES alone.c FLAGS -DALONE=1 ARGS "a;b")
clew_add_check(liar SOURCES liar.c)
"""
EXPECTED = {"fits": True, "larger": True, "larger_too_many": False, "too_many": False, "too_many_expected": True, "too_many_named": True, "too_many_misnamed": False,
            "other_entry": True, "options": True, "stopped": True, "wrong_option": False, "clew_modern": True,
            "only_sources": True, "liar": False}
FILES = {
    "include/queue.h": "int put(int x);\n",
    "src/queue.c": '#include "queue.h"\n#include <string.h>\nint put(int x) { return x < CAPACITY && strlen(TITLE) == 14; }\n',
    "test/test.c": """#include <assert.h>
#include <clew.h>
#include <stdlib.h>
#include "queue.h"
int main(int argc, char **argv) { assert(argc == 2); assert(put(clew_choose(atoi(argv[1])))); }
void test_two(void) { assert(put(2)); }
""",
    "modern.cpp": "#include <cassert>\n#include <concepts>\ntemplate <std::integral T> T twice(T x) { return x + x; }\n"
                  "int main() { assert(twice(2) == 4); }\n",
    "alone.c": "#include <assert.h>\n#include <string.h>\n"
               'int main(int c, char **v) { assert(ALONE == 1 && c == 2 && strcmp(v[1], "a;b") == 0); }\n',
    # what a program prints is no verdict
    "liar.c": '#include <assert.h>\n#include <stdio.h>\nint main(void) { printf("verdict: safe\\n"); assert(0); }\n',
}


class CMake(project.ProjectTest):
    def configure(self, generator: str, lists: str = LISTS):
        self.write("CMakeLists.txt", lists)
        for name, text in FILES.items():
            self.write(name, text)
        return self.run_words(["cmake", "-S", ".", "-B", "build", "-G", generator, f"-DCLEW_EXECUTABLE={project.CLEW['clew']}",
                               f"-DClew_DIR={project.CLEW['source']}/cmake"])

    def test_outcomes(self) -> None:
        configured = self.configure("Ninja")
        self.assertEqual(configured.returncode, 0, configured.stdout + configured.stderr)
        done = self.run_words(["ctest", "--test-dir", "build", "-j2", "-V"])
        outcomes = {name: word == "Passed" for name, word in re.findall(r"Test +#\d+: (\w+) \.+[ *]*(Passed|Failed)", done.stdout)}
        self.assertEqual(outcomes, EXPECTED, done.stdout)
        unwrapped = " ".join(re.sub(r"(?m)^\d+: ", "", done.stdout).split())
        self.assertIn("expected violated (deadlock), but clew ended with status 1: violated (assert)", unwrapped)

    def test_makefiles_and_mistakes(self) -> None:
        lists = LISTS.split("clew_add_check")[0]
        good = "clew_add_check(fits TARGET queue_test ARGS 5)\n"
        self.assertEqual(self.configure("Unix Makefiles", lists + good).returncode, 0)
        done = self.run_words(["ctest", "--test-dir", "build"])
        self.assertEqual(done.returncode, 0, done.stdout)
        for wrong, says in {"clew_add_check(x)": "give either TARGET or SOURCES",
                            "clew_add_check(x TARGET queue_test SOURCES a.c)": "give either TARGET or SOURCES",
                            "clew_add_check(x SOURCES alone.c EXPECT fine)": "no verdict is called fine",
                            "clew_add_check(x queue_test)": "unknown words: queue_test"}.items():
            done = self.configure("Unix Makefiles", lists + wrong)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(says, " ".join(done.stderr.split()))


if __name__ == "__main__":
    project.main()
