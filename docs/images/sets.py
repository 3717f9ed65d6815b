#!/usr/bin/env python3
"""Draws the diagram of docs/sets.md: docs/images/sets.py, in any folder.  (The curves are from bench/sets/growth.py.)"""
import sys

sys.dont_write_bytecode = True
from reductions import BLUE, GREEN, INK, ORANGE, Picture

COLOR = {"idle": INK, "asks": ORANGE, "done": GREEN}
CELL = 52


def rows(p):
    """The nine states, one a line."""
    p.head(110, "nine states")
    for x, word in zip((50, 110, 172), ("worker 1", "worker 2", "registry")):
        p.text(x, 48, word, size=12)
    for i, one in enumerate(COLOR):
        for k, two in enumerate(COLOR):
            y = 70 + (3 * i + k) * 29
            p.box(50, y, 50, 22, one, COLOR[one], size=12)
            p.box(110, y, 50, 22, two, COLOR[two], size=12)
            p.box(172, y, 34, 22, str((one == "done") + (two == "done")), BLUE, size=12)


def chain(p, x, y, words):
    """Values of one column that go on to the right; where each of them is."""
    at = {}
    for i, word in enumerate(words):
        at[word] = x + i * (CELL + 10)
        p.box(at[word], y, CELL, 28, word, COLOR.get(word, BLUE), size=12)
        if i > 0:
            p.line((at[word] - CELL / 2 - 10, y), (at[word] - CELL / 2, y), INK, 1.6)
    return at


def down(p, x, y, u, v):
    p.line((x, y + 15), (u, v - 17), INK, 1.6, True)


def diagram(p):
    p.head(500, "the same as a diagram")
    for y, word in zip((86, 176, 266), ("worker 1", "worker 2", "registry")):
        p.text(270, y + 5, word, size=12, anchor="start")
    top = chain(p, 460, 86, COLOR)
    left = chain(p, 370, 176, COLOR)
    right = chain(p, 596, 176, COLOR)
    numbers = [(400, "0"), (545, "1"), (690, "2")]
    for x, word in numbers:
        p.box(x, 266, CELL, 28, word, BLUE, size=12)
    down(p, top["idle"], 86, left["idle"] + 8, 176)
    down(p, top["asks"], 86, left["idle"] + 20, 176)
    down(p, top["done"], 86, right["idle"], 176)
    down(p, left["idle"], 176, 392, 266)
    down(p, left["asks"], 176, 408, 266)
    down(p, left["done"], 176, 532, 266)
    down(p, right["idle"], 176, 545, 266)
    down(p, right["asks"], 176, 560, 266)
    down(p, right["done"], 176, 690, 266)
    p.text(510, 318, "idle and asks lead to the same: what may follow is the same.\n"
                     "30 workers: 3^30 states, some thousand boxes", size=12)


def main():
    p = Picture(760, 346, "Nine states of two workers and a registry, as rows and as a diagram")
    rows(p)
    diagram(p)
    p.write("diagram", "sets")


if __name__ == "__main__":
    main()
