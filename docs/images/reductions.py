#!/usr/bin/env python3
"""Draws the pictures of docs/reductions.md: docs/images/reductions.py, in any folder.

Nothing is filled behind them, and all colours lie halfway between black and white, so that they can be
read on a light page and on a dark one.
"""
import os

HERE = os.path.dirname(os.path.abspath(__file__))
INK, BLUE, GREEN, ORANGE, RED = "#7d8896", "#3f83e8", "#2c9f6b", "#d9822b", "#dd5a50"
FAINT = 0.38
ROW = 18


class Picture:
    def __init__(self, width, height, title):
        self.size, self.title, self.parts = (width, height), title, []

    def add(self, text):
        self.parts.append(text)

    def text(self, x, y, words, color=INK, size=14, anchor="middle", weight="normal", opacity=1.0):
        for i, line in enumerate(words.split("\n")):
            self.add(f'<text x="{x}" y="{y + i * ROW}" fill="{color}" font-size="{size}" text-anchor="{anchor}" '
                     f'font-weight="{weight}" opacity="{opacity}">{line}</text>')

    def head(self, x, words):
        self.text(x, 20, words, size=15, weight="bold")

    def line(self, a, b, color=INK, width=1.6, arrow=False, dash=None, opacity=1.0):
        tip = f' marker-end="url(#tip{color[1:]})"' if arrow else ""
        dots = f' stroke-dasharray="{dash}"' if dash else ""
        self.add(f'<line x1="{a[0]}" y1="{a[1]}" x2="{b[0]}" y2="{b[1]}" stroke="{color}" stroke-width="{width}"'
                 f'{tip}{dots} opacity="{opacity}"/>')

    def curve(self, path, color=INK, width=1.6, dash=None, opacity=1.0):
        dots = f' stroke-dasharray="{dash}"' if dash else ""
        self.add(f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{width}" '
                 f'marker-end="url(#tip{color[1:]})"{dots} opacity="{opacity}"/>')

    def dot(self, x, y, color=INK, r=8, opacity=1.0, hollow=False):
        fill = "none" if hollow else color
        self.add(f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}" stroke="{color}" stroke-width="1.6" opacity="{opacity}"/>')

    def box(self, x, y, w, h, words="", color=INK, hollow=False, dash=None, opacity=1.0, size=13):
        """X, Y is its middle."""
        fill, ink = ("none", color) if hollow else (color, "#ffffff")
        dots = f' stroke-dasharray="{dash}"' if dash else ""
        self.add(f'<rect x="{x - w / 2}" y="{y - h / 2}" width="{w}" height="{h}" rx="6" fill="{fill}" stroke="{color}" '
                 f'stroke-width="1.6"{dots} opacity="{opacity}"/>')
        lines = words.count("\n")
        self.text(x, y + 5 - lines * ROW / 2, words, ink, size, opacity=opacity)

    def cross(self, x, y, r=9):
        self.line((x - r, y - r), (x + r, y + r), RED, 2.6)
        self.line((x - r, y + r), (x + r, y - r), RED, 2.6)

    def write(self, name, page="reduction"):
        w, h = self.size
        tips = "".join(f'<marker id="tip{c[1:]}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" '
                       f'orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" fill="{c}"/></marker>'
                       for c in (INK, BLUE, GREEN, ORANGE, RED))
        with open(os.path.join(HERE, f"{page}-{name}.svg"), "w") as f:
            f.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" role="img" '
                    f'font-family="system-ui, sans-serif">\n<title>{self.title}</title>\n<defs>{tips}</defs>\n')
            f.write("\n".join(self.parts) + "\n</svg>\n")


def stubborn():
    p = Picture(720, 270, "Of three moves that do not meet, one is made first")
    p.head(170, "every order")
    p.head(550, "one order")
    for left, is_all in (0, True), (380, False):
        at = {}
        for bits in range(8):
            rank = bin(bits).count("1")
            same = [b for b in range(8) if bin(b).count("1") == rank]
            at[bits] = (left + 170 + (same.index(bits) - (len(same) - 1) / 2) * 95, 50 + rank * 56)
        chosen = (0, 1, 3, 7)
        for a in at:
            for k in range(3):
                b = a | 1 << k
                if b == a:
                    continue
                on = is_all or (a in chosen and b in chosen)
                (x, y), (u, v) = at[a], at[b]
                length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
                dx, dy = (u - x) / length * 11, (v - y) / length * 11
                p.line((x + dx, y + dy), (u - dx, v - dy), BLUE if on else INK, 1.8, True, opacity=1 if on else 0.25)
        for a, (x, y) in at.items():
            on = is_all or a in chosen
            p.dot(x, y, BLUE if on else INK, opacity=1 if on else 0.25)
    p.text(170, 252, "three members are asked: 8 states, 12 moves")
    p.text(550, 252, "nobody could tell: 4 states, 3 moves")
    p.write("stubborn")


def late():
    p = Picture(720, 250, "Messages of a quorum come together")
    p.head(180, "one by one")
    p.head(540, "late, and together")
    for left, late_ in (0, False), (360, True):
        p.box(left + 290, 118, 86, 40, "Chair", BLUE)
        for i in range(3):
            y = 58 + 60 * i
            taken = i < 2
            p.box(left + 60, y, 86, 32, f"Member {i + 1}", INK)
            if not late_:
                p.line((left + 104, y), (left + 244, 108 + 10 * i), ORANGE, 1.8, True)
                p.text(left + 150, y + (4, -7, 12)[i], "eYes", ORANGE, 12)
            elif taken:
                p.line((left + 104, y), (left + 182, 108 + 12 * i), GREEN, 1.8)
            else:
                p.line((left + 104, y), (left + 160, y - 14), INK, 1.8, dash="4 4")
                p.text(left + 166, y - 14, "stays under way", INK, 12, "start")
        if late_:
            p.box(left + 200, 114, 44, 26, "2", GREEN)
            p.line((left + 222, 114), (left + 245, 116), GREEN, 2.4, True)
    p.text(180, 226, "who has come so far is part of the state,\nand so is what the chair put aside")
    p.text(540, 226, "one move for each two of the three;\nbefore that the chair has seen nothing")
    p.write("late")


def dead():
    p = Picture(720, 210, "A message that can only be ignored is forgotten")
    for i, (x, gone) in enumerate(((120, False), (360, True))):
        p.box(x, 70, 150, 46, "Chair: Carried\nignores eYes", BLUE, size=12)
        p.box(x, 150, 110, 30, "Member 3", INK)
        if gone:
            p.line((x, 132), (x, 97), INK, 1.8, True, "4 4", FAINT)
            p.cross(x, 114)
        else:
            p.line((x, 132), (x, 97), ORANGE, 1.8, True)
            p.text(x + 24, 118, "eYes", ORANGE, 12)
    p.line((212, 104), (266, 104), INK, 1.8, True)
    p.box(600, 70, 150, 46, "Chair: Carried\nignores eYes", BLUE, size=12)
    p.box(600, 150, 110, 30, "Member 3", INK)
    p.text(480, 110, "=", INK, 34)
    p.text(120, 24, "the vote is under way", size=14, weight="bold")
    p.text(360, 24, "it is dropped", size=14, weight="bold")
    p.text(600, 24, "it has arrived", size=14, weight="bold")
    p.text(360, 200, "the same state, whether it came early, late, or not at all")
    p.write("dead")


def symmetry():
    p = Picture(720, 220, "States that differ only in who is who")
    for k in range(3):
        x = 90 + k * 150
        for i in range(3):
            yes = i == k
            p.box(x, 50 + i * 40, 120, 30, f"Member {i + 1}: " + ("yes" if yes else "asked"), GREEN if yes else INK, size=12)
        if k < 2:
            p.curve(f"M{x + 62} 70 C{x + 72} 60 {x + 78} 60 {x + 88} 70", ORANGE)
            p.curve(f"M{x + 88} 112 C{x + 78} 122 {x + 72} 122 {x + 62} 112", ORANGE)
    p.line((462, 90), (520, 90), INK, 1.8, True)
    p.box(610, 90, 170, 112, "", BLUE, True)
    p.box(610, 58, 130, 28, "one said yes", GREEN, size=12)
    p.box(610, 104, 130, 46, "two were\nasked", INK, size=12)
    p.text(240, 190, "names change places; what follows is the same up to names")
    p.text(610, 190, "one stands for all three")
    p.write("symmetry")


def asi():
    p = Picture(720, 385, "Almost-synchronous search: rendezvous, blocks and tails")
    p.head(120, "take it at once")
    p.box(62, 80, 84, 32, "Sensor", INK)
    p.box(186, 80, 84, 32, "Logger", BLUE)
    p.line((106, 80), (142, 80), GREEN, 2.4, True)
    p.text(124, 128, "a message that its receiver\ncan take is taken in the same\nmove: the queue stays empty")
    p.head(370, "a cycle closes: block")
    for i, (x, y) in enumerate(((320, 60), (420, 60), (420, 118), (320, 118))):
        p.dot(x, y, BLUE, 7)
    for a, b in (((329, 60), (411, 60)), ((420, 69), (420, 109)), ((411, 118), (329, 118)), ((320, 109), (320, 69))):
        p.line(a, b, BLUE, 1.8, True)
    p.text(370, 94, "p, q", BLUE)
    p.line((429, 118), (478, 118), ORANGE, 2, True, "5 3")
    p.dot(488, 118, ORANGE, 8)
    p.text(370, 152, "going round for ever puts\nthe others off: from here on\np and q take no more part")
    p.head(600, "what is sent to them")
    p.box(560, 80, 60, 32, "r", ORANGE)
    p.line((592, 80), (640, 80), INK, 1.8, True, "4 4")
    p.box(670, 80, 52, 32, "p", INK, True, "4 3", 0.7)
    p.text(612, 128, "vanishes: nobody in such a\nrun would ever read it")
    p.text(360, 236, "queues without end: the front is exact, of the tail it is known what is in it", size=15, weight="bold")
    x = 90
    for word in ("a", "b"):
        p.box(x, 286, 40, 34, word, BLUE)
        x += 46
    for word in ("a", "b", "b", "c", "a", "b"):
        p.box(x, 286, 40, 34, word, INK, opacity=0.75)
        x += 46
    p.text(x - 4, 290, "...", INK, 18)
    p.line((478, 286), (520, 286), INK, 1.8, True)
    p.box(552, 286, 40, 34, "a", BLUE)
    p.box(598, 286, 40, 34, "b", BLUE)
    p.box(660, 286, 70, 34, "a, b: many", ORANGE, size=12)
    p.box(660, 326, 70, 30, "c: once", ORANGE, size=12)
    p.text(113, 326, "front", BLUE)
    p.text(295, 326, "tail", INK)
    p.text(360, 372, "many less one is one, or still many: both are tried, so nothing that can happen is missed")
    p.write("asi")


def crash():
    p = Picture(720, 230, "A machine that crashed looks like one that is slow")
    for top, crashes in (62, True), (150, False):
        p.text(16, top + 5, "crash=1" if crashes else "no crash", INK, 14, "start", "bold")
        p.line((130, top), (690, top), INK, 1.2, opacity=0.6)
        for x in (160, 230):
            p.dot(x, top, BLUE, 7)
        p.line((230, top + 8), (285, top + 34), GREEN, 1.8, True)
        p.text(300, top + 34, "what it sent stays sent", GREEN, 12, "start")
        if crashes:
            p.cross(390, top)
            p.text(408, top - 9, "stops for good", RED, 12, "start")
        else:
            p.line((250, top), (680, top), ORANGE, 3, dash="2 8")
            p.text(408, top - 9, "does nothing for as long as one likes", ORANGE, 12, "start")
    p.text(360, 220, "to all others these two are one run, up to any step that fails")
    p.write("crash")


def auto():
    p = Picture(720, 250, "How --engine=auto goes on")
    p.box(70, 80, 120, 44, "explicit", BLUE, size=15)
    p.box(350, 80, 120, 44, "reduced", GREEN, size=15)
    p.box(640, 80, 120, 44, "asi", ORANGE, size=15)
    p.box(350, 205, 120, 44, "explicit", BLUE, size=15)
    p.line((131, 80), (288, 80), INK, 1.8, True)
    p.text(208, 50, "from 100,000\nstates on", size=12)
    p.line((411, 80), (578, 80), INK, 1.8, True)
    p.text(494, 50, "queues grow\nlonger and longer", size=12)
    p.line((350, 103), (350, 181), INK, 1.8, True)
    p.text(362, 160, "spares too little", size=12, anchor="start")
    p.text(70, 24, "exact counts, the\nshortest run, liveness", size=12)
    p.text(350, 24, "every state\nthat matters", size=12)
    p.text(640, 24, "proved for any\nbuffer size", size=12)
    p.curve("M640 103 C640 206 560 206 413 206", INK, 1.8)
    p.text(530, 228, "nothing certain", size=12)
    p.write("auto")


if __name__ == "__main__":
    for draw in stubborn, late, dead, symmetry, asi, crash, auto:
        draw()
