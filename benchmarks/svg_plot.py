"""Line plots as SVG, by hand: panels under each other with one horizontal axis in common."""

import math
from dataclasses import dataclass
from html import escape
from pathlib import Path

WIDTH, PANEL_HEIGHT, TOP, BOTTOM, LEFT, RIGHT, GAP = 760, 150, 40, 45, 60, 20, 30
COLOURS = ("#1f5fa8", "#b5472b", "#3b8a4b", "#7a4fa3")


@dataclass(frozen=True)
class Curve:
    xs: list[float]
    ys: list[float]
    name: str = ""


@dataclass(frozen=True)
class Panel:
    title: str
    curves: list[Curve]
    limit: float = math.inf  # what lies above is cut off


def write_svg(path: Path, title: str, x_title: str, panels: list[Panel]) -> None:
    height = TOP + len(panels) * (PANEL_HEIGHT + GAP) + BOTTOM - GAP
    x_end = nice_end(max((x for panel in panels for curve in panel.curves for x in curve.xs), default=1))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        text(LEFT, 20, title, size=14),
    ]
    for number, panel in enumerate(panels):
        parts += draw_panel(panel, TOP + number * (PANEL_HEIGHT + GAP), x_end)
    parts += x_axis(x_title, height - BOTTOM, x_end)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join([*parts, "</svg>"]) + "\n")


def draw_panel(panel: Panel, top: float, x_end: float) -> list[str]:
    highest = max((min(y, panel.limit) for curve in panel.curves for y in curve.ys), default=1)
    y_end = nice_end(highest or 1)  # a curve may be zero everywhere
    bottom = top + PANEL_HEIGHT
    parts = [text(LEFT, top - 6, panel.title)]
    for tick in ticks(y_end):
        y = bottom - tick / y_end * PANEL_HEIGHT
        parts.append(line(LEFT, y, WIDTH - RIGHT, y, "#dddddd" if tick else "#444444"))
        parts.append(text(LEFT - 6, y + 4, f"{tick:g}", anchor="end"))
    for number, curve in enumerate(panel.curves):
        colour = COLOURS[number % len(COLOURS)]
        points = " ".join(f"{LEFT + x / x_end * (WIDTH - LEFT - RIGHT):.1f},"
                          f"{bottom - min(y, panel.limit) / y_end * PANEL_HEIGHT:.1f}"
                          for x, y in zip(curve.xs, curve.ys))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        if curve.name:
            parts.append(text(WIDTH - RIGHT, top + 14 * (number + 1), curve.name, anchor="end", colour=colour))
    return parts


def x_axis(title: str, y: float, x_end: float) -> list[str]:
    parts = [text(WIDTH - RIGHT, y + 34, title, anchor="end")]
    for tick in ticks(x_end):
        x = LEFT + tick / x_end * (WIDTH - LEFT - RIGHT)
        parts.append(line(x, y, x, y + 4, "#444444"))
        parts.append(text(x, y + 18, f"{tick:g}", anchor="middle"))
    return parts


def nice_end(highest: float) -> float:
    """The smallest multiple of a round number that is not below the highest value."""
    step = nice_step(highest)
    return math.ceil(highest / step) * step


def nice_step(highest: float) -> float:
    rough = max(highest, 1e-9) / 5
    power = 10 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)


def ticks(end: float) -> list[float]:
    step = nice_step(end)
    return [round(i * step, 9) for i in range(round(end / step) + 1)]


def line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'


def text(x: float, y: float, words: str, anchor: str = "start", size: int = 12, colour: str = "#222222") -> str:
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{colour}">'
            f"{escape(words)}</text>")
