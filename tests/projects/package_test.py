#!/usr/bin/env python3
"""What is installed is complete and runs from where it is; the Debian package has the same and names what it needs.

The action and the container cannot be run without a network: what they mention must exist, and their form must be right."""

import gzip
import re
import shutil

import yaml

import project

WANTED = ["bin/clew", "bin/clew-mpi", "include/clew.h", "share/bash-completion/completions/clew",
          "share/zsh/vendor-completions/_clew", "share/fish/vendor_completions.d/clew.fish", "share/man/man1/clew.1.gz",
          "share/man/man1/clew-check.1.gz", "share/man/man1/clew-mpi.1.gz", "share/doc/clew/copyright",
          "share/doc/clew/README.md", "share/doc/clew/docs/projects.md", "share/doc/clew/examples/philosophers.c",
          "share/doc/clew/changelog.gz"]
LISTS = """cmake_minimum_required(VERSION 3.20)
project(small C)
enable_testing()
find_package(Clew 0.1 REQUIRED)
clew_add_check(small_is_safe SOURCES small.c)
"""


class Package(project.ProjectTest):
    def check_files(self, root) -> None:
        for name in WANTED:
            self.assertTrue((root / name).is_file(), name)
        pages = {page.name for page in (root / "share/man/man1").iterdir()}
        verbs = re.search(r"Verbs:\n(.*?)\n\n", self.clew("help").stdout, re.DOTALL).group(1)
        named = {f"clew-{line.split()[0]}.1.gz" for line in verbs.splitlines()} - {"clew-help.1.gz"}
        self.assertEqual(pages, named | {"clew.1.gz", "clew-mpi.1.gz"})
        page = gzip.decompress((root / "share/man/man1/clew-check.1.gz").read_bytes()).decode()
        self.assertEqual(page, self.clew("man", "check").stdout)

    def test_installed_by_cmake(self) -> None:
        build = project.CLEW["build"]
        done = self.run_words(["cmake", "--install", build, "--prefix", str(self.folder / "usr")])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check_files(self.folder / "usr")
        self.write("CMakeLists.txt", LISTS)
        self.write("small.c", "int main(void) { return 0; }\n")
        done = self.run_words(["cmake", "-B", "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={self.folder}/usr"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"{self.folder}/usr/bin/clew", (self.folder / "build/CTestTestfile.cmake").read_text())
        done = self.run_words(["ctest", "--test-dir", "build"])
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_debian_package(self) -> None:
        if not shutil.which("dpkg-shlibdeps"):
            self.skipTest("dpkg-dev is not installed")
        # Weakly compressed, since that takes most of the time.
        done = self.run_words(["cpack", "--config", f"{project.CLEW['build']}/CPackConfig.cmake", "-B", str(self.folder), "-D",
                               "CPACK_DEBIAN_COMPRESSION_TYPE=none"])
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        package = next(self.folder.glob("clew_*.deb"))
        fields = self.run_words(["dpkg-deb", "--field", str(package)]).stdout
        depends = re.search(r"^Depends: (.*)$", fields, re.MULTILINE).group(1)
        for library in ["clang-19", "libc6", "libstdc++6", "libfmt", "libyaml-cpp", "libz3", "libopenmpi3"]:
            self.assertIn(library, depends)
        self.assertRegex(fields, r"(?m)^Architecture: \w+$")
        self.assertEqual(self.run_words(["dpkg-deb", "-x", str(package), str(self.folder / "root")]).returncode, 0)
        self.check_files(self.folder / "root/usr")
        self.write("small.c", "#include <assert.h>\nint main(void) { assert(0); }\n")
        done = self.run_words([str(self.folder / "root/usr/bin/clew"), "check", "small.c"])
        self.assertEqual(done.stdout.splitlines()[-1], "verdict: violated (assert)")


class Recipes(project.ProjectTest):
    """What runs elsewhere."""

    def text(self, name: str) -> str:
        with open(f"{project.CLEW['source']}/{name}", encoding="utf-8") as file:
            return file.read()

    def test_the_action_is_well_formed(self) -> None:
        action = yaml.safe_load(self.text("action.yml"))
        self.assertEqual(set(action), {"name", "description", "inputs", "outputs", "runs"})
        self.assertEqual(action["runs"]["using"], "composite")
        used = set(re.findall(r"inputs\.([-\w]+)", self.text("action.yml")))
        self.assertEqual(used, set(action["inputs"]))
        for step in action["runs"]["steps"]:
            self.assertTrue("uses" in step or {"run", "shell"} <= set(step), step)
            self.assertNotIn("${{", step.get("run", ""))  # inputs are no part of a script
            if "run" in step:
                done = self.run_words(["bash", "-n"], input=step["run"])
                self.assertEqual(done.returncode, 0, done.stderr)
        options = set(re.findall(r"(--format)\b", self.text("action.yml")))
        self.assertLessEqual(options, set(re.findall(r"--[-\w]+", self.clew("help", "check").stdout)))

    def test_the_action_does_what_it_says(self) -> None:
        """Its script, with a docker that runs clew here."""
        action = yaml.safe_load(self.text("action.yml"))
        script = next(step["run"] for step in action["runs"]["steps"] if step.get("id") == "check")
        docker = self.write("bin/docker", "#!/bin/bash\nwhile [[ $1 != clew ]]; do shift; done; shift\n"
                                          f"exec '{project.CLEW['clew']}' \"$@\"\n")
        docker.chmod(0o755)
        self.write("bad.c", "#include <assert.h>\nint main(void) { assert(0); }\n")
        environment = {"PATH": f"{self.folder}/bin:/usr/bin:/bin", "FILES": "bad.c", "OPTIONS": "--search bfs", "FOLDER": ".",
                       "SARIF": "out.sarif", "GITHUB_WORKSPACE": str(self.folder), "GITHUB_OUTPUT": str(self.folder / "output")}
        done = self.run_words(["bash", "-e", "-o", "pipefail", "-c", script], env=environment)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("::error file=bad.c,line=2", done.stdout)
        self.assertTrue((self.folder / "out.sarif").is_file())
        self.assertEqual((self.folder / "output").read_text(), "status=1\n")

    def test_the_container_installs_what_setup_installs(self) -> None:
        recipe = self.text("Containerfile")
        self.assertEqual(len(re.findall(r"^FROM .*debian:12\b", recipe, re.MULTILINE)), 2)
        build = recipe.split("FROM")[1]
        packages = set(re.search(r"--no-install-recommends \\\n(.*?)&&", build, re.DOTALL).group(1).replace("\\", "").split())
        known = set(re.search(r"packages=\((.*?)\n\)", re.sub(r"#.*", "", self.text("scripts/setup.sh")), re.DOTALL).group(1).split())
        self.assertEqual(packages - known, set())
        presets = yaml.safe_load(self.text("CMakePresets.json"))
        for preset in re.findall(r"--preset (\w+)", recipe):
            self.assertIn(preset, [each["name"] for each in presets["configurePresets"]])

    def test_targets_of_make_that_documents_mention_exist(self) -> None:
        targets = set(re.findall(r"^([a-z-]+):", self.text("Makefile"), re.MULTILINE))
        for name in ["README.md", "docs/projects.md", "CONTRIBUTING.md"]:
            mentioned = set(re.findall(r"`make ([a-z-]+)", self.text(name)))
            self.assertEqual(mentioned - targets, set(), name)


if __name__ == "__main__":
    project.main()
