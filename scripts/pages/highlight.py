"""Colours for code in the pages: C and C++, rules, and what is typed into a shell.

Tokens are found by one regular expression each, in the order in which they must win: a keyword inside of a comment is
no keyword. A page works without any of this, so what is not recognised simply stays plain.
"""
import html
import re

KEYWORDS = """alignas alignof auto bool break case catch char class const constexpr continue default delete do double else
enum extern false float for goto if inline int long namespace new nullptr operator private protected public register
return short signed sizeof static static_assert struct switch template this throw true try typedef typename union
unsigned using virtual void volatile while _Atomic _Bool _Noreturn _Static_assert _Thread_local size_t uint8_t uint16_t
uint32_t uint64_t int8_t int16_t int32_t int64_t pthread_t pthread_mutex_t pthread_cond_t NULL""".split()
RULES = """OBSERVER CONTROL AUTOMATON LOCAL INITIAL STATE USEALL USEFIRST MATCH ASSUME ERROR DO GOTO END CHECK EVAL MODIFY
ENCODE STOP BREAK PRINT CALL RETURN FUNCTIONCALL ENTRY EXIT LABEL ASSERT TRUE""".split()

COMMENT = r"(?P<comment>/\*.*?\*/|//[^\n]*)"
STRING = r"(?P<string>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+')"
NUMBER = r"(?P<number>\b(?:0[xX][0-9a-fA-F]+|\d[\d.]*)[uUlLfF]*\b)"


def tokens(*parts):
    return re.compile("|".join(parts), re.DOTALL | re.MULTILINE)


def words(kind, names):
    return rf"(?P<{kind}>\b(?:{'|'.join(names)})\b)"


C = tokens(COMMENT, STRING, r"(?P<directive>^[ \t]*#[ \t]*\w+(?:[ \t]*<[^>\n]+>)?)", words("keyword", KEYWORDS), NUMBER)
SPC = tokens(COMMENT, STRING, words("keyword", RULES), r"(?P<directive>\$\$?[\w?]+)", NUMBER)
SHELL = tokens(r"(?P<string>'[^'\n]*')", r"(?P<keyword>(?<=[ \[(])--?[a-z][\w-]*)", r"(?P<comment>(?<=\s)# [^\n]*)")
TOML = tokens(r"(?P<comment>#[^\n]*)", STRING, r"(?P<keyword>^\[[^\]\n]*\])", NUMBER)
JSON = tokens(r"(?P<keyword>\"(?:\\.|[^\"\\\n])*\"(?=\s*:))", STRING, NUMBER)


def coloured(text, expression):
    """The text as HTML, each token in a span of its kind."""
    parts = []
    end = 0
    for match in expression.finditer(text):
        parts.append(html.escape(text[end:match.start()], quote=False))
        parts.append(f'<span class="{match.lastgroup}">{html.escape(match.group(), quote=False)}</span>')
        end = match.end()
    parts.append(html.escape(text[end:], quote=False))
    return "".join(parts)


def shell(text):
    """Commands with their prompts, what follows them as it is."""
    lines = []
    for line in text.split("\n"):
        if line.startswith("$ "):
            lines.append('<span class="prompt">$</span> <span class="command">' + coloured(line[2:], SHELL) + "</span>")
        else:
            lines.append(html.escape(line, quote=False))
    return "\n".join(lines)


LANGUAGES = {
    "c": lambda text: coloured(text, C),
    "cpp": lambda text: coloured(text, C),
    "spc": lambda text: coloured(text, SPC),
    "sh": lambda text: coloured(text, SHELL),
    "toml": lambda text: coloured(text, TOML),
    "json": lambda text: coloured(text, JSON),
    "console": shell,
}


def highlight(text, language):
    return LANGUAGES.get(language, lambda plain: html.escape(plain, quote=False))(text)
