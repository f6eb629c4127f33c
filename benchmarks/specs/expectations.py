"""What a module's first comment promises: `expect: RULE=safe RULE=violated ...`; what is not named is irrelevant."""

import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
RULES = sorted(path.stem for path in (FOLDER / "rules").glob("*.spc"))
MODULES = sorted((FOLDER / "modules").glob("*.c"))
VERDICTS = ("safe", "violated")

PATTERN = re.compile(r"MATCH\s*\{\s*(?:\$\d+\s*=\s*)?(\w+)\s*\(")
NOT_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"', re.DOTALL)


class WrongModule(Exception):
    """A module whose first comment does not say what it should."""


def expected(module: Path) -> dict[str, str]:
    """The verdict of each rule."""
    return expected_of(module.read_text(), module.name)


def expected_of(text: str, name: str) -> dict[str, str]:
    """The same, of a module's text."""
    lines = re.findall(r"^ \* expect: (.*)$", text.split("*/")[0], re.MULTILINE)
    verdicts = dict.fromkeys(RULES, "irrelevant")
    for word in " ".join(lines).split():
        rule, _, verdict = word.partition("=")
        if rule not in verdicts or verdict not in VERDICTS:
            raise WrongModule(f"{name}: what is `{word}`?")
        verdicts[rule] = verdict
    if not lines:
        raise WrongModule(f"{name} does not say what to expect")
    return verdicts


def functions_of(rule: str) -> set[str]:
    """The functions that a rule watches."""
    return set(PATTERN.findall(without_comments((FOLDER / "rules" / f"{rule}.spc").read_text())))


def is_relevant(rule: str, program: str) -> bool:
    """Whether a program calls one of these functions."""
    called = set(re.findall(r"\b(\w+)\s*\(", without_comments(program)))
    return bool(called & functions_of(rule))


def without_comments(text: str) -> str:
    """The code alone, without texts in quotes."""
    return NOT_CODE.sub(" ", text)
