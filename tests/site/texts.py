"""What the tests of the site share: the texts that people read, and the blocks of code in them."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def texts():
    """The texts about clew itself."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]


def blocks(text):
    """Blocks of code: the language that is given, and the lines."""
    fences = re.finditer(r"^```([\w+-]*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [(fence[1], fence[2].splitlines()) for fence in fences]


def report(name, count, problems):
    """Prints what is wrong; the exit status of a test."""
    for problem in problems:
        print(problem)
    print(f"{name}: {count} looked at, {len(problems)} problems")
    return 1 if problems or count == 0 else 0
