#!/usr/bin/env python3
"""Draw how the time of a search grows with the number of machines: sets of states beside the explicit engine.

usage: growth.py SYNOD [--limit SECONDS] [--memory MB] [--out FILE]

Searches three protocols (--network p2p) with both engines, size by size, until one takes more than --limit CPU seconds
(default 10), and writes docs/images/sets-growth.svg: CPU seconds over size, in powers of ten.
"""
import argparse
import os
import sys
from math import log10

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from plot import STYLE, escape
from run import PROTOCOLS, ROOT, Bench

PICTURE = os.path.join(ROOT, "docs", "images", "sets-growth.svg")
SIZES = {
    "two-phase commit": [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20],
    "ring election": [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16],
    "German": [2, 3, 4, 5, 6, 7, 8],
}
WHAT = {"two-phase commit": "participants", "ring election": "nodes", "German": "caches"}
KINDS = {"explicit": "memory", "sets": "speed"}  # engine -> colour, see plot.py
WIDTH, HEIGHT = 860, 344
LEFT, GAP, TOP, PANEL_WIDTH, PANEL_HEIGHT = 66, 34, 92, 232, 196
LEAST = 0.005  # seconds: below, a program's start is all that is measured


# ---- Measuring ----

def curve(bench, protocol, engine):
    points = []
    for size in SIZES[protocol]:
        found = bench.measure(protocol, "p2p", size, engine)
        if found is None or found["states"] is None:
            break
        points.append((size, max(found["cpu"], LEAST), found["states"]))
        print(f"{protocol} {size} {engine}: {found['states']:,} states, {found['cpu']:.2f} s", flush=True)
    return points


def agree(bench, protocol, curves):
    states = {size: n for size, _, n in curves["explicit"]}
    for size, _, n in curves["sets"]:
        if states.get(size, n) != n:
            bench.complain(f"{protocol}, {size}: {n:,} states as sets, {states[size]:,} otherwise")


# ---- Drawing ----

def panel(svg, index, protocol, curves, top_power):
    left, bottom = LEFT + index * (PANEL_WIDTH + GAP), TOP + PANEL_HEIGHT
    right, sizes = left + PANEL_WIDTH, SIZES[protocol]
    last = max(points[-1][0] for points in curves.values())

    def x(n):
        return left + PANEL_WIDTH * (n - sizes[0]) / (last - sizes[0])

    def y(seconds):
        return bottom - PANEL_HEIGHT * (log10(seconds) - log10(LEAST)) / (top_power - log10(LEAST))

    svg.append(f'<text class="panel ink" x="{left}" y="{TOP - 14}">{escape(protocol)}</text>')
    for power in range(-2, top_power + 1):
        svg.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{y(10**power):.1f}" y2="{y(10**power):.1f}"/>')
        if index == 0:
            svg.append(f'<text class="soft" x="{left - 8}" y="{y(10**power) + 4:.1f}" text-anchor="end">'
                       f'{10**power:g} s</text>')
    for n in range(sizes[0], last + 1):
        if last <= 8 or n % (2 if last <= 12 else 4) == 0:
            svg.append(f'<text class="soft" x="{x(n):.1f}" y="{bottom + 18}" text-anchor="middle">{n}</text>')
    svg.append(f'<text class="soft" x="{(left + right) / 2}" y="{bottom + 36}" text-anchor="middle">{WHAT[protocol]}</text>')
    svg.append(f'<line class="axis" x1="{left}" x2="{right}" y1="{bottom}" y2="{bottom}"/>')
    upper = max(curves, key=lambda engine: curves[engine][-1][1])
    for engine, points in curves.items():
        kind, away = KINDS[engine], -8 if engine == upper else 18
        path = " ".join(f"{x(n):.1f},{y(s):.1f}" for n, s, _ in points)
        svg.append(f'<polyline class="line {kind}" points="{path}"/>')
        for n, s, _ in points:
            svg.append(f'<circle class="line {kind}" cx="{x(n):.1f}" cy="{y(s):.1f}" r="2.5"/>')
        size, s, states = points[-1]
        svg.append(f'<text class="soft" x="{min(x(size), right):.1f}" y="{y(s) + away:.1f}" text-anchor="end">'
                   f'{power_of_ten(states)}</text>')


def power_of_ten(states):
    return f"{states:.0e} states".replace("e+0", "e").replace("e+", "e")


def draw(path, curves, limit):
    title = "Time of a search over the number of machines"
    top_power = 1 if limit <= 10 else 2
    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
           'role="img">',
           f"<title>{title}</title>", f"<style>{STYLE}</style>", f'<rect class="back" width="{WIDTH}" height="{HEIGHT}"/>',
           f'<text class="title ink" x="20" y="28">{title}</text>',
           '<line class="line speed" x1="20" x2="44" y1="46" y2="46"/><text class="ink" x="50" y="50">sets</text>'
           '<line class="line memory" x1="96" x2="120" y1="46" y2="46"/><text class="ink" x="126" y="50">explicit</text>'
           f'<text class="soft" x="{WIDTH - 20}" y="50" text-anchor="end">CPU seconds, in powers of ten; curves end where '
           f'the next size takes more than {limit} s</text>']
    for index, protocol in enumerate(curves):
        panel(svg, index, protocol, curves[protocol], top_power)
    svg.append("</svg>")
    with open(path, "w") as f:
        f.write("\n".join(svg) + "\n")


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("synod")
    parser.add_argument("--limit", type=int, default=10)
    parser.add_argument("--memory", type=int, default=8000)
    parser.add_argument("--out", default=PICTURE)
    settings = parser.parse_args()
    settings.others = settings.limit
    bench = Bench(settings)
    curves = {}
    for protocol in SIZES:
        assert protocol in PROTOCOLS
        curves[protocol] = {engine: curve(bench, protocol, engine) for engine in KINDS}
        agree(bench, protocol, curves[protocol])
    draw(settings.out, curves, settings.limit)
    return 0 if bench.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
