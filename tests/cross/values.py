#!/usr/bin/env python3
"""Compares searches with open values with searches that try each value.

usage: values.py VALUES [-s STATES] [-c CONFIG]... [--data COUNT] [--terms COUNT] [--live COUNT] [--fair COUNT] [--mail COUNT] [--random COUNT] [--actors COUNT]
                 [--mix MIX]... [--flaws FLAWS] [--seed SEED] [-j PROCESSES] [--seconds SECONDS] [--keep FOLDER] [FOLDER-OR-FILE...]

VALUES (values.c) says what is compared.  Programs are drawn, as many as COUNT says:
  --data    machines choose ints, compute with them, compare them, put them into containers and send them to each other, with specs that compare them, too
  --terms   one machine keeps sums and differences of few choices, and compares, collects and draws below them
  --live    machines run for ever, with hot specs
  --fair    smaller ones, in which it depends on fairness whether a spec stays hot
  --mail    messages overtake each other, in bags
  --random  programs of generate.py
  --actors  those of generate_reduce.py, whose small automata go round in many orders, with choices that they keep and compare in place of constants
The name of a program determines its configuration, unless one is given.

--flaws: the reduced search has these flaws (reduction_flaw); the exit code is 0 if a difference shows.

The programs depend on SEED alone: those of COUNT seeds from SEED on are drawn, whichever process compares them.  A call of VALUES that does not end as it
should is made again for each of its programs, so the others count.  --seconds: no comparison begins later; the last line says how many programs were compared.

--keep leaves the programs in FOLDER.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import agree
import generate
import generate_reduce
import tier
from generate import Dice

CONFIGS = ["mbox", "mbox", "p2p", "bag", "mbox/loss=1", "mbox/dup=1", "bag/loss=1,dup=1", "mbox/crash=1", "p2p/loss=1,dup=1"]
MAIL = ["bag", "bag", "bag/dup=1", "bag/loss=1", "bag/crash=1", "p2p"]
LIVE = ["mbox", "unfair:mbox", "p2p", "mbox", "mbox/loss=1", "unfair:p2p", "mbox/dup=1"]
ACTING = ["p2p", "mbox", "p2p", "mbox", "p2p", "mbox/loss=1", "p2p/dup=1"]  # stubborn sets are off while a fault can happen
LINE = re.compile(r"(\d+) compared, (\d+) violated, (\d+) undecided, (\d+) refused, (\d+) states, (\d+) open, (\d+) differ")
NOTHING = [0] * 7
KINDS = ["data", "terms", "live", "fair", "mail", "random", "actors"]
AT_ONCE = 12  # programs
MOST_SECONDS = 1200  # of CPU time, in which a call ends unless a search has no end
NUMBERS = ["x", "y", "f", "g"]


class Data:
    """A program; the text depends on the seed alone."""

    def __init__(self, seed):
        self.dice = Dice(seed)
        self.width = 2 + self.dice.below(2)
        self.machines = 2 + self.dice.below(2)

    def name(self, more=()):
        return self.dice.pick(NUMBERS + list(more))

    def number(self, more, depth=0):
        d = self.dice
        way = d.weigh({"name": 30, "constant": 14, "choose": 22, "add": 14, "minus": 8, "both": 4, "times": 3, "divide": 2, "map": 5,
                       "size": 3, "item": 4, "negative": 2, "wide": 3, "member": 3})
        n = self.name(more)
        if way == "constant":
            return str(d.below(self.width + 2) - 1)
        if way == "choose":
            return f"choose({self.width})"
        if way == "wide":
            return f"choose({n} + {d.pick([1, 2, 4])})" if d.chance(0.4) else f"choose({self.width + 1})"
        if way == "add":
            return f"({n} + {d.below(3)})"
        if way == "minus":
            return f"({n} - {self.name(more) if d.chance(0.6) else d.below(3)})" if d.chance(0.8) else f"({d.below(3)} - {n})"
        if way == "both":
            return f"({n} + {self.name(more)})"
        if way == "times":
            return f"({n} * 2)"
        if way == "divide":
            return f"({n} / 2)"
        if way == "negative":
            return f"(-{n})"
        if way == "map" and depth == 0:
            return f"at(m, {self.number(more, 1)})"
        if way == "size":
            return d.pick(["sizeof(s)", "sizeof(m)", "sizeof(l)"])
        if way == "item":
            return f"nth(l, {n})"
        if way == "member":
            return "pick(s)"
        return n

    def condition(self, more):
        d = self.dice
        n, other = self.name(more), self.name(more)
        return d.pick([
            f"{self.number(more)} {d.pick(['<', '<=', '==', '!=', '>', '>='])} {self.number(more)}",
            f"{n} {d.pick(['<', '==', '!='])} {other}", f"{n} - {other} {d.pick(['<', '<=', '==', '!='])} {self.number(more)}",
            f"{d.below(3)} - {n} {d.pick(['<', '=='])} {other} - {self.name(more)}", f"{n} in s", f"{n} in m", f"{n} in l", "$",
            f"(a = {n}, b = {other}) == t", f"t in p", f"t.a {d.pick(['<', '=='])} {n}", f"s == r", f"l == k", f"(t, {n}) == (u, {other})"])

    def statement(self, more, sends, depth):
        d = self.dice
        n, k = self.name(more), self.number(more)
        way = d.weigh({"set": 34, "if": 18 if depth < 2 else 0, "insert": 9, "remove": 4, "map": 8, "tuple": 8, "list": 8, "pairs": 4,
                       "send": 16 if sends else 0, "self": 3 if sends else 0, "endless": 3 if depth > 0 else 0, "loop": 3 if depth == 0 else 0, "clear": 4, "print": 2,
                       "text": 2, "assert": 4, "fail": 2, "assume": 2, "announce": 3 if sends else 0, "copy": 5,
                       "receive": 3 if sends and depth == 0 else 0, "foreach": 3 if depth == 0 else 0})
        if way == "set":
            return f"{self.name()} = {k};"
        if way == "if":
            return f"if ({self.condition(more)}) {{ {self.block(more, sends, depth + 1)} }} else {{ {self.block(more, sends, depth + 1)} }}"
        if way == "insert":
            return f"s += ({k});" if d.chance(0.7) else f"r += ({n});"
        if way == "remove":
            return d.pick([f"s -= ({n});", f"m -= ({n});", "if (sizeof(l) > 1) { l -= (0); }"])
        if way == "map":
            return f"m[{n}] = {k};"
        if way == "tuple":
            return f"{d.pick(['t', 'u'])} = (a = {k}, b = {n});"
        if way == "list":
            return f"if (sizeof(l) < 3) {{ l += ({d.pick(['0', 'sizeof(l)'])}, {k}); }}"
        if way == "pairs":
            return d.pick(["p += (t);", f"p += ((a = {n}, b = {k}));", "u = t;"])
        if way == "send":
            return (f"if (budget > 0) {{ budget = budget - 1; send other, {d.pick(['eA', 'eB'])}, "
                    f"(a = {k}, b = {n}); }}")
        if way == "self":
            return f"if (budget > 0) {{ budget = budget - 1; send this, eB, (a = {n}, b = {k}); }}"
        if way == "endless":
            leave = f" if ({self.condition(more)}) {{ break; }}" if d.chance(0.6) else ""
            return f"while (true) {{ if ($) {{ y = {d.below(2)}; }}{leave} }}"
        if way == "loop":
            return f"x = 0; while (x < {n} && x < 3) {{ x = x + 1; {self.block(more, False, 2)} }}"
        if way == "clear":
            return d.pick(["x = 0;", "y = 0; f = 0;", "s = default(set[int]);", "m = default(map[int, int]);"])
        if way == "print":
            return f"print format(\"{{0}}\", {n});"
        if way == "text":
            return f"if (format(\"{{0}}\", {n}) == \"1\") {{ {self.block(more, False, 2)} }}"
        if way == "assert":
            return f"assert {self.condition(more)};"
        if way == "fail":
            return f"assert {n} < {self.width + 1}, format(\"bad {{0}}\", {n});"
        if way == "assume":
            return f"assume {self.condition(more)};"
        if way == "announce":
            return f"announce eSeen, {n};"
        if way == "receive":
            return (f"if (budget > 0) {{ budget = budget - 1; send this, eBack, (a = {k}, b = {n}); "
                    f"receive {{ case eBack: (w: tPair) {{ x = w.a; y = w.b; }} }} }}")
        if way == "foreach":
            return f"foreach (y in {d.pick(['s', 'l'])}) {{ {self.block(more, False, 2)} }}"
        return d.pick(["k = l;", "r = s;", "u = t;", "t = u;", f"{self.name()} = {n};"])

    def block(self, more, sends, depth=0):
        return " ".join(self.statement(more, sends, depth) for _ in range(1 + self.dice.below(4 if depth == 0 else 2)))

    def draws(self):
        """Statements that make choices, and put them where they stay."""
        choice = f"choose({self.width})"
        ways = [f"f = {choice};", f"g = {choice};", f"x = {choice}; y = {choice};", f"x = {choice}; s += (x); s += ({choice});",
                f"y = {choice}; l += (0, y);", f"x = {choice}; m[x] = {choice}; m[1] = x;", f"t = (a = {choice}, b = 1);",
                f"u = (a = {choice}, b = f); p += (u);"]
        return " ".join(way for way in ways if self.dice.chance(0.2))

    def handler(self, head, more, sends, draws=False):
        return f"    {head} {{ var x: int; var y: int; {self.draws() if draws else ''} {self.block(more, sends)} }}\n"

    def machine(self, i):
        return (f"machine M{i} {{\n  var f: int; var g: int; var budget: int; var other: machine; var s: set[int]; var r: set[int];\n"
                "  var m: map[int, int]; var l: seq[int]; var k: seq[int]; var t: tPair; var u: tPair; var p: set[tPair];\n"
                f"  start state S {{\n    entry {{ budget = {1 + self.dice.below(2)}; goto T; }}\n"
                "    defer eA, eB, eHi;\n    ignore eBack;\n  }\n  state T {\n"
                + self.handler("on eHi do (o: machine)", [], True, True).replace("y: int; ", "y: int; other = o; ", 1)
                + self.handler("on eA do (w: tPair)", ["w.a", "w.b"], True).replace("send other", "if (other != null) send other")
                + self.handler("on eB do (w: tPair)", ["w.a", "w.b"], False)
                + "    ignore eBack;\n  }\n}\n")

    def spec(self):
        d = self.dice
        check = d.pick(["", "assert w.a <= last + 3;", "assert !(w.a in seen) || w.b >= 0;", "assert n < 3;"])
        return ("spec Watch observes eA, eSeen {\n  var last: int; var n: int; var seen: set[int];\n  start state S {\n"
                f"    on eA do (w: tPair) {{ if (w.a > last) {{ last = w.a; }} else if (w.b == last) {{ n = n + 1; }} seen += (w.b); {check} }}\n"
                "    on eSeen do (v: int) { if (v in seen) { n = n + 1; } else if (v == last) { last = 0; } }\n  }\n}\n")

    def text(self):
        names = [f"M{i}" for i in range(self.machines)]
        news = " ".join(f"k{i} = new {name}();" for i, name in enumerate(names))
        his = " ".join(f"send k{i}, eHi, k{(i + 1) % self.machines};" for i in range(self.machines))
        variables = " ".join(f"var k{i}: machine;" for i in range(self.machines))
        watch = "assert Watch in " if self.dice.chance(0.6) else ""
        return ("axiom true;\ntype tPair = (a: int, b: int);\nevent eHi: machine; event eA: tPair; event eB: tPair; event eBack: tPair; event eSeen: int;\n"
                "fun at(m: map[int, int], i: int): int { if (i in m) { return m[i]; } return 0; }\n"
                "fun nth(l: seq[int], i: int): int { if (i >= 0 && i < sizeof(l)) { return l[i]; } return 1; }\n"
                "fun pick(s: set[int]): int { if (sizeof(s) > 0) { return choose(s); } return 2; }\n"
                + "".join(self.machine(i) for i in range(self.machines)) + self.spec()
                + f"machine Main {{ start state S {{ entry {{ {variables} {news} {his} }} }} }}\n"
                f"test tc [main=Main]: {watch}{{ Main, {', '.join(names)} }};\n")



class Live:
    """A program that runs forever, with specs that are hot: its machines pass on as many ticks as there are, and keep few numbers."""

    def __init__(self, seed):
        self.dice = Dice(seed)
        self.width = 2 + self.dice.below(2)

    def number(self):
        d = self.dice
        return d.pick(["f", "g", "x", "w.a", "w.b", "0", "1", f"choose({self.width})", f"choose({self.width})", "ofSet(s)", "ofList(l)"])

    def condition(self):
        d = self.dice
        return d.pick(["$", "$", "$$", "x in s", "s == r", "(a = x, b = f) == w", "true"]
                      + [f"{self.number()} {d.pick(['<', '<=', '==', '!='])} {self.number()}{d.pick(['', '', ' + 1', ' - 1'])}"] * 6)

    def statement(self, depth):
        d = self.dice
        way = d.weigh({"set": 30, "if": 24 if depth < 2 else 0, "hot": 12, "cool": 12, "value": 6, "set of": 6, "list": 4, "up": 6,
                       "loop": 4 if depth < 2 else 0, "assume": 1, "assert": 1, "text": 1})
        if way == "set":
            return f"{d.pick(['f', 'g', 'x'])} = {self.number()};"
        if way == "if":
            return f"if ({self.condition()}) {{ {self.block(depth + 1)} }} else {{ {self.block(depth + 1)} }}"
        if way == "hot":
            return "announce eHot;"
        if way == "cool":
            return "announce eCool;"
        if way == "value":
            return f"announce eValue, {self.number()};"
        if way == "set of":
            return d.pick(["s += (x);", "s -= (f);", "r = s;", "s = default(set[int]);"])
        if way == "list":
            return d.pick(["if (sizeof(l) < 2) { l += (0, x); }", "l = default(seq[int]);"])
        if way == "up":
            return d.pick(["if (f < 2) { f = f + 1; }", "if (g > 0) { g = g - 1; }"])
        if way == "loop":
            leave = d.pick(["", f" if ({self.condition()}) {{ break; }}"])
            sets = f"{d.pick(['f', 'g', 'x'])} = {self.number()};"  # to announce for ever fills the memory
            return f"while ({d.pick(['$', '$', '$$', 'true'])}) {{ if ({self.condition()}) {{ {sets} }}{leave} }}"
        if way == "assume":
            return f"assume {self.condition()};"
        if way == "text":
            return f"print format(\"{{0}}\", {self.number()});"
        return f"assert {self.number()} < {self.width + 1};"

    def block(self, depth=0):
        return " ".join(self.statement(depth) for _ in range(1 + self.dice.below(3 if depth == 0 else 2)))

    def passes(self):
        d = self.dice
        return f"send {d.pick(['this', 'this', 'other'])}, {d.pick(['eTick', 'eTick', 'eTock'])}, (a = {self.number()}, b = {d.pick(['f', 'g', 'x'])});"

    def handler(self, event):
        ends = self.passes()
        if self.dice.chance(0.4):
            ends = f"if ({self.condition()}) {{ {self.passes()} }} else {{ {self.passes()} }}"
        return f"    on {event} do (w: tPair) {{ var x: int; {self.block()} {ends} }}\n"

    def machine(self, name):
        entry = f"other = o; w = (a = choose({self.width}), b = 0); x = w.a; {self.dice.pick(['f = x;', '', 's += (x);'])} {self.passes()}"
        return (f"machine {name} {{ var f: int; var g: int; var other: machine; var s: set[int]; var r: set[int]; var l: seq[int];\n"
                f"  start state S {{\n    on eHi do (o: machine) {{ var w: tPair; var x: int; {entry} goto T; }}\n    defer eTick, eTock;\n  }}\n"
                f"  state T {{\n{self.handler('eTick')}{self.handler('eTock')}    ignore eHi;\n  }}\n}}\n")

    def spec(self):
        d = self.dice
        value = d.pick(["last = v;", "if (v < last) { goto C; } last = v;", "if (v == last) { goto H; }", "if (v in seen) { seen = default(set[int]); goto C; } seen += (v);",
                        "if (v > last) { goto C; } else { last = v; goto H; }"])
        at_c, at_h = d.pick([("on eHot goto H; ignore eCool;", "on eCool goto C; ignore eHot;"), ("on eHot goto H; on eCool goto W;", "on eCool goto C; ignore eHot;")])
        first = d.pick(["C", "H", "C"])
        return ("spec Live observes eHot, eCool, eValue {\n  var last: int; var seen: set[int];\n"
                f"  {'start ' if first == 'C' else ''}cold state C {{ {at_c} on eValue do (v: int) {{ {value} }} }}\n"
                f"  {'start ' if first == 'H' else ''}hot state H {{ {at_h} on eValue do (v: int) {{ {value} }} }}\n"
                f"  state W {{ on eHot goto H; on eCool goto {d.pick(['H', 'C'])}; on eValue do (v: int) {{ {value} }} }}\n}}\n")

    def text(self):
        second = self.dice.chance(0.3)
        both = "a = new M(); b = new N(); send a, eHi, b; send b, eHi, a;" if second else "a = new M(); send a, eHi, a;"
        return ("axiom true;\ntype tPair = (a: int, b: int);\nevent eHi: machine; event eTick: tPair; event eTock: tPair; event eHot; event eCool; event eValue: int;\n"
                "fun ofSet(s: set[int]): int { if (sizeof(s) > 0) { return choose(s); } return 1; }\n"
                "fun ofList(l: seq[int]): int { if (sizeof(l) > 0) { return choose(l); } return 0; }\n"
                + self.machine("M") + (self.machine("N") if second else "")
                + self.spec()
                + f"machine Main {{ start state S {{ entry {{ var a: machine; var b: machine; {both} }} }} }}\n"
                f"test tc [main=Main]: assert Live in {{ Main, M{', N' if second else ''} }};\n")


class Terms:
    """One machine that keeps sums and differences of few choices, and compares, collects and draws below them, from message to message."""

    FIELDS = ["x", "y", "f", "g"]

    def __init__(self, seed):
        self.dice = Dice(seed)
        self.width = 2 + self.dice.below(4)

    def constant(self):
        return str(self.dice.pick([-3, -2, -1, 0, 1, 1, 2, 3]))

    def choice(self):
        return f"choose({self.width + self.dice.pick([0, 0, 1])})"

    def term(self):
        d = self.dice
        n, other = d.pick(self.FIELDS), d.pick(self.FIELDS)
        return d.pick([n, n, f"{n} + {self.constant()}", f"{n} + {self.constant()}", f"{self.constant()} - {n}", f"{n} - {other}",
                       f"{n} - {other} + {self.constant()}", f"{n} + ({other} - {n})", f"{n} - ({n} - {other})", f"(-{n})", self.constant(), self.choice()])

    def condition(self):
        d = self.dice
        whole = d.pick(["order", "order", "order", "equal", "equal", "in", "pairs", "sets"])
        if whole == "order":
            return f"{self.term()} {d.pick(['<', '<=', '>', '>='])} {self.term()}"
        if whole == "equal":
            return f"{self.term()} {d.pick(['==', '!='])} {self.term()}"
        if whole == "in":
            return f"{self.term()} in {d.pick(['s', 'm', 'l'])}"
        if whole == "pairs":
            return f"({self.term()}, {self.term()}) {d.pick(['==', '!='])} ({self.term()}, {self.term()})"
        return d.pick(["s == r", "l == k", "m == o"])

    def below(self):
        """Draws from a width that is open: it must not be negative."""
        n = self.dice.pick(self.FIELDS)
        return f"if ({n} >= 0 && {n} < 8) {{ {self.dice.pick(self.FIELDS)} = choose({n} + {self.dice.below(3)}); }}"

    def statement(self, depth):
        d = self.dice
        a, k = d.pick(self.FIELDS), self.term()
        way = d.weigh({"set": 24, "draw": 12, "equate": 6, "if": 16 if depth < 2 else 0, "collect": 8, "map": 6, "remove": 4, "look": 4, "below": 4, "known": 4,
                       "tell": 4, "note": 5, "clear": 6, "assume": 2, "either": 3, "assert": 2})
        if way == "set":
            return f"{a} = {k};"
        if way == "draw":
            return f"{a} = {self.choice()};"
        if way == "equate":
            return f"if ({a} != {d.pick(self.FIELDS)} + {self.constant()}) {{ {a} = {self.constant()}; }}"
        if way == "if":
            return f"if ({self.condition()}) {{ {self.block(depth + 1)} }} else {{ {self.block(depth + 1)} }}"
        if way == "collect":
            return d.pick([f"s += ({k});", f"r += ({k});", f"if (sizeof(l) < 3) {{ l += ({d.pick(['0', 'sizeof(l)'])}, {k}); }}", "k = l;", "r = s;", "o = m;"])
        if way == "map":
            return d.pick([f"m[{k}] = {self.term()};", f"o[{k}] = {self.term()};", f"if (!({a} in m)) {{ m += ({a}, {k}); }}", f"m += ({a}, {k});"])
        if way == "remove":
            return d.pick([f"s -= ({k});", f"r -= ({k});", f"m -= ({k});"])
        if way == "look":
            return d.pick([f"if ({a} in m) {{ {d.pick(self.FIELDS)} = m[{a}]; }}", f"if (sizeof(m) > 0) {{ {d.pick(self.FIELDS)} = m[{a}]; }}"])
        if way == "below":
            return self.below()
        if way == "known":
            return d.pick([f"if (format(\"{{0}}\", {k}) {d.pick(['==', '!='])} \"{self.constant()}\") {{ {self.statement(2)} }}", f"{a} = {k} * {self.constant()};",
                           f"if ({a} >= 0 && {a} < sizeof(l)) {{ x = l[{a}]; }}", f"{a} = ({k}) / 2;", f"{a} = {d.pick(self.FIELDS)} + {d.pick(self.FIELDS)};"])
        if way == "tell":
            return f"announce eSeen, {d.pick([k, self.choice()])};"
        if way == "note":
            return f"send echo, eNote, {d.pick([k, self.choice()])};{d.pick(['', f' {a} = 0;', ' if ($) { x = 0; }'])}"
        if way == "clear":
            return d.pick(["x = 0;", "y = 0;", "f = 0; g = 0;", "s = default(set[int]);", "m = default(map[int, int]);", "l = default(seq[int]);"])
        if way == "assume":
            return f"assume {self.condition()};"
        if way == "either":
            return f"if ($) {{ {a} = {self.choice()}; }} else {{ {a} = {self.choice()}; }}"
        return f"assert {self.condition()} || {self.condition()};"

    def seen_once(self):
        """Draws what no field keeps, and compares it."""
        return f"z = {self.choice()}; if (z {self.dice.pick(['<', '==', '<='])} {self.term()}) {{ {self.statement(2)} }}"

    def block(self, depth=0):
        return " ".join(self.statement(depth) for _ in range(1 + self.dice.below(4 if depth == 0 else 2)))

    def spec(self):
        d = self.dice
        first = f"last {d.pick(['<', '<=', '==', '!='])} v + {self.constant()}"
        then = d.pick(["n = n + 1; assert n < 2;", "last = v; n = 1 - n;", "seen += (v);", "assert !(v in seen);"])
        return ("spec Watch observes eSeen {\n  var last: int; var n: int; var seen: set[int];\n"
                f"  start state S {{ on eSeen do (v: int) {{ if ({first}) {{ {then} }} {d.pick(['last = v;', 'if (n == 0) { last = v; }', ''])} }} }}\n}}\n")

    def text(self):
        d = self.dice
        steps = 2 + d.below(2)
        handlers = ""
        for i in range(steps):
            passes = f"send {d.pick(['this', 'this', 'echo'])}, eGo{i + 1}, {d.pick(self.FIELDS + [self.term()])};" if i + 1 < steps else ""
            passes = d.pick([passes, passes, passes + f" goto T, {self.term()};", passes + f" {self.seen_once()} goto T, z;"])
            handlers += f"    on eGo{i} do (v: int) {{ var z: int; {d.pick(['x = v;', 'y = v;', ''])} {self.block()} {passes} }}\n"
        leaves = d.pick(["", f"exit {{ if ($) {{ {self.statement(2)} }} }}"])
        names = "".join(f"event eGo{i}: int; " for i in range(steps))
        backs = " ".join(f"on eGo{i} do (v: int) {{ send back, eGo{i}, v; }}" for i in range(steps))
        rest = ", ".join(f"eGo{i}" for i in range(steps))
        return (f"axiom true;\nevent eSeen: int; event eNote: int; {names}\n" + self.spec()
                + "machine Main {\n  var x: int; var y: int; var f: int; var g: int; var s: set[int]; var r: set[int]; var m: map[int, int]; var o: map[int, int];\n"
                "  var l: seq[int]; var k: seq[int]; var echo: machine;\n"
                f"  start state S {{\n    entry {{ echo = new Echo(this); x = {self.choice()}; {self.block()} send this, eGo0, {d.pick(self.FIELDS)}; }}\n"
                f"{handlers}    {leaves}\n  }}\n"
                f"  state T {{ entry (v: int) {{ {d.pick(['x = v;', 'f = v;'])} {self.block()} }} ignore {rest}; }}\n}}\n"
                f"machine Echo {{ var back: machine; var n: int; start state S {{ entry (m: machine) {{ back = m; }} {backs}\n"
                f"  on eNote do (v: int) {{ if (v {d.pick(['<', '==', '<='])} n + {self.constant()}) {{ n = {d.pick(['1', 'v', 'n - 1'])}; }} }} }} }}\n"
                f"test tc [main=Main]: {d.pick(['assert Watch in ', ''])}{{ Main, Echo }};\n")


class Mail:
    """A program with several messages in one outbox, whose order in a bag depends on numbers that its sender, its receiver and a spec compare meanwhile."""

    def __init__(self, seed):
        self.dice = Dice(seed)
        self.width = 2 + self.dice.below(2)

    def number(self, more=()):
        d = self.dice
        n = d.pick(["x", "y", "z", *more])
        return d.pick([n, n, n, n, f"{n} + {d.below(3)}", f"{n} - {d.pick(['x', 'y', '1'])}", str(d.below(self.width)),
                       f"choose({self.width})" if d.chance(0.3) else n])

    def condition(self, more=()):
        return f"{self.number(more)} {self.dice.pick(['<', '<=', '==', '==', '!='])} {self.number(more)}"

    def send(self, more=()):
        to = self.dice.pick(["other", "other", "other", "this"])
        return f"if (budget > 0) {{ budget = budget - 1; send {to}, {self.dice.pick(['eA', 'eA', 'eB'])}, (a = {self.number(more)}, b = {self.dice.pick(['x', 'y', '0', '1'])}); }}"

    def statement(self, more=(), depth=0):
        d = self.dice
        way = d.weigh({"send": 10, "if": 8 if depth < 2 else 0, "set": 6, "assert": 1, "announce": 2, "assume": 1})
        if way == "send":
            return self.send(more)
        if way == "if":
            return f"if ({self.condition(more)}) {{ {self.block(more, depth + 1)} }} else {{ {self.block(more, depth + 1)} }}"
        if way == "set":
            return f"{d.pick(['x', 'y', 'z'])} = {self.number(more)};"
        if way == "announce":
            return f"announce eSeen, {self.number(more)};"
        return f"{way} {self.condition(more)};"

    def block(self, more=(), depth=0):
        return " ".join(self.statement(more, depth) for _ in range(1 + self.dice.below(2)))

    def machine(self, name):
        d = self.dice
        first = " ".join(f"{n} = choose({self.width});" for n in "xyz" if d.chance(0.7))
        sends = " ".join(self.send() for _ in range(2))
        handlers = "".join(f"    on {event} do (w: tPair) {{ {self.block(['w.a', 'w.b'])} }}\n" for event in ["eA", "eB"])
        return (f"machine {name} {{\n  var x: int; var y: int; var z: int; var budget: int; var other: machine;\n"
                f"  start state S {{\n    on eHi do (o: machine) {{ other = o; budget = {2 + d.below(2)}; {first} {sends} {self.block()} goto T; }}\n    defer eA, eB;\n  }}\n"
                f"  state T {{\n{handlers}  }}\n}}\n")

    def text(self):
        second = self.machine("N") if self.dice.chance(0.3) else "machine N { var x: int; var y: int; var z: int; start state S { ignore eHi; on eA do (w: tPair) { " \
            f"if (w.a < x) {{ x = w.b; }} else {{ y = w.a; }} }} on eB do (w: tPair) {{ z = w.a; assert {self.condition(['w.b'])}; }} }} }}\n"
        check = self.dice.pick(["", "assert w.a <= last + 2;", "if (w.b == last) { last = 0; }"])
        return ("axiom true;\ntype tPair = (a: int, b: int);\nevent eHi: machine; event eA: tPair; event eB: tPair; event eSeen: int;\n"
                + self.machine("M") + second
                + f"spec Watch observes eA, eSeen {{ var last: int; start state S {{ on eA do (w: tPair) {{ {check} }} on eSeen do (v: int) {{ if (v < last) {{ last = v; }} }} }} }}\n"
                "machine Main { start state S { entry { var m: machine; var n: machine; m = new M(); n = new N(); send m, eHi, n; send n, eHi, m; } } }\n"
                f"test tc [main=Main]: {self.dice.pick(['', 'assert Watch in '])}{{ Main, M, N }};\n")


class Fair:
    """One or two machines that draw again and again while a spec is hot, until what they draw meets a condition: it depends on fairness whether it does."""

    def __init__(self, seed):
        self.dice = Dice(seed)
        self.width = 2 + self.dice.below(2)

    def constant(self):
        return str(self.dice.below(self.width))

    def kept(self):
        return self.dice.pick(["x", "x", "f", "z"])

    def drawn(self):
        d = self.dice
        return d.pick([f"choose({self.width})"] * 3 + ["ofSet(s)", "ofSet(s)", "ofList(l)", "ofMap(m)", "choose(f + 1)"])

    def number(self):
        return self.drawn() if self.dice.chance(0.4) else self.dice.pick([self.kept(), self.kept(), self.constant()])

    def condition(self):
        d = self.dice
        left = self.drawn() if d.chance(0.6) else self.kept()
        return d.pick(["$", "$$"] + [f"{left} {d.pick(['==', '==', '!=', '<'])} {self.number()}"] * 6 + ["x in s", f"({left}, z) == (x, {self.number()})"])

    def statement(self, depth=0):
        d = self.dice
        way = d.weigh({"draw": 14, "set": 8, "collect": 10, "clear": 4, "if": 10 if depth < 2 else 0, "loop": 4 if depth == 0 else 0, "hot": 3, "cool": 5, "assume": 1})
        if way == "draw":
            return f"{d.pick(['x', 'z', 'z', 'f'])} = {self.drawn()};"
        if way == "set":
            return f"{d.pick(['x', 'z', 'f'])} = {d.pick([self.kept(), self.constant()])};"
        if way == "collect":
            return d.pick([f"s += ({self.number()});", "s -= (z);", f"if (sizeof(l) < 2) {{ l += (0, {self.kept()}); }}", f"if (sizeof(m) < 2) {{ m[{self.kept()}] = 0; }}"])
        if way == "clear":
            return d.pick(["s = default(set[int]);", "l = default(seq[int]);", "m = default(map[int, int]);", "x = 0;", "z = 0;"])
        if way == "if":
            return f"if ({self.condition()}) {{ {self.statement(depth + 1)} }} else {{ {self.statement(depth + 1)} }}"
        if way == "loop":
            body = d.pick(["", f"z = {self.drawn()};", f"x = {self.constant()};"])
            return f"while ({d.pick([self.condition(), '$', '$$'])}) {{ {body} {d.pick(['', f'if ({self.condition()}) {{ break; }}'])} }}"
        if way == "assume":
            return f"assume {self.condition()};"
        return "announce eHot;" if way == "hot" else "announce eCool;"

    def block(self, most):
        return " ".join(self.statement() for _ in range(self.dice.below(most)))

    def handler(self, event, other):
        d = self.dice
        ends = f"send {d.pick(['this', 'this', 'other'])}, {d.pick([event, other])};"
        if d.chance(0.3):
            ends = f"if ({self.condition()}) {{ {ends} }} else {{ send this, {other}; }}"
        return (f"    on {event} do {{ var z: int; {d.pick(['announce eHot;', ''])} {self.block(3)} "
                f"if ({self.condition()}) {{ announce {d.pick(['eCool', 'eCool', 'eHot'])}; }} {self.block(2)} {ends} }}\n")

    def machine(self, name):
        return (f"machine {name} {{ var x: int; var f: int; var s: set[int]; var l: seq[int]; var m: map[int, int]; var other: machine;\n"
                f"  start state S {{\n    on eHi do (o: machine) {{ var z: int; other = o; {self.statement()} {self.block(3)} send this, eTick; }}\n"
                f"{self.handler('eTick', 'eTock')}{self.handler('eTock', 'eTick')}  }}\n}}\n")

    def text(self):
        d = self.dice
        two = d.chance(0.25)
        begin = "a = new M(); b = new N(); send a, eHi, b; send b, eHi, a;" if two else "a = new M(); send a, eHi, a;"
        cool, hot = d.pick([("on eHot goto H; ignore eCool;", "on eCool goto C; ignore eHot;"), ("on eHot goto H; ignore eCool;", "on eCool goto W; ignore eHot;")])
        return ("axiom true;\nevent eHi: machine; event eTick; event eTock; event eHot; event eCool;\n"
                "fun ofSet(s: set[int]): int { if (sizeof(s) > 0) { return choose(s); } return 1; }\n"
                "fun ofList(l: seq[int]): int { if (sizeof(l) > 0) { return choose(l); } return 0; }\n"
                "fun ofMap(m: map[int, int]): int { if (sizeof(m) > 0) { return choose(m); } return 0; }\n"
                "spec Live observes eHot, eCool {\n"
                f"  start cold state C {{ {cool} }}\n  hot state H {{ {hot} }}\n  state W {{ on eHot goto H; on eCool goto C; }}\n}}\n"
                + self.machine("M") + (self.machine("N") if two else "")
                + f"machine Main {{ start state S {{ entry {{ var a: machine; var b: machine; {begin} }} }} }}\n"
                f"test tc [main=Main]: assert Live in {{ Main, M{', N' if two else ''} }};\n")


ACTORS = ["plain", "defer", "receive", "null", "refs", "create", "monitor", "assume", "assumemix", "self", "halt", "loop", "hubmix", "mixed", "general"]
# Each machine of these programs but those of "general" has an n.
OPENED = [("n = 1 - n;", "n = choose(3);"), ("n == 0", "n < 2"), ("n = 1;", "n = choose(2) + 1;"), ("    if ($) {\n", "    if (n < choose(3)) {\n")]


def actors(seed, mixes):
    mix = mixes[seed % len(mixes)]
    text = generate_reduce.make(mix, seed)
    for old, new in [] if mix == "general" else OPENED:
        text = text.replace(old, new)
    return text


def drawn(kind, seed, options):
    """Name and text of a program; both depend on KIND and SEED alone."""
    if kind == "random":
        program = generate.Program(seed, options.profile)
        return f"{seed:06}-{program.profile}.p", program.render()
    text = actors(seed, options.mix or ACTORS) if kind == "actors" else {"data": Data, "terms": Terms, "live": Live, "fair": Fair, "mail": Mail}[kind](seed).text()
    return f"{kind}-{seed}.p", text


def config_of(path):
    name = os.path.basename(path)
    configs = {"live": LIVE, "fair": LIVE, "actors": ACTING, "mail": MAIL}.get(name.split("-")[0], CONFIGS)
    return configs[sum(name.encode()) % len(configs)]


def call(options, config, paths):
    """Compares; returns the problems, the totals, and whether it has ended as it should."""
    command = [options.values, "-s", str(options.states), "-f", str(options.flaws), "-c", config] + paths
    limited = ["sh", "-c", f"ulimit -t {MOST_SECONDS}; exec \"$@\"", "sh"] + command
    done = subprocess.run(limited, capture_output=True, text=True, errors="replace", check=False)
    lines = done.stdout.splitlines()
    last = LINE.match((lines or [""])[-1])
    problems = [line for line in lines if not LINE.match(line)]
    if done.returncode in (0, 1) and last and not done.stderr:
        return problems, [int(n) for n in last.groups()], True
    return problems + [f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}"], NOTHING, False


def compare(options, config, paths):
    problems, sums, ok = call(options, config, paths)
    if ok or len(paths) == 1:
        return problems, sums
    return total(compare(options, config, [path]) for path in paths)


def total(results):
    problems, sums = [], NOTHING
    for bad, numbers in results:
        problems += bad
        sums = [a + b for a, b in zip(sums, numbers)]
    return problems, sums


class Batch:
    """Some programs: files, or seeds of a kind."""

    def __init__(self, options, kind, items, place):
        self.options, self.kind, self.items = options, kind, items
        self.place = place  # among all of its kind, from 0 to 1

    def paths(self, folder):
        if self.kind is None:
            return self.items
        paths = []
        for seed in self.items:
            name, text = drawn(self.kind, seed, self.options)
            paths.append(os.path.join(folder, name))
            with open(paths[-1], "w", encoding="utf-8") as out:
                out.write(text)
        return paths

    def compare(self, folder):
        paths = self.paths(folder)
        by_config = {}
        for path in paths:
            for config in self.options.configs or [config_of(path)]:
                by_config.setdefault(config, []).append(path)
        result = total(compare(self.options, config, some) for config, some in by_config.items())
        if self.kind is not None and not self.options.keep:
            for path in paths:
                os.remove(path)
        return result


def batches(options):
    """All kinds progress alike, so that a part of the time is a part of each."""
    found = []
    seeds = {kind: range(options.seed, options.seed + getattr(options, kind)) for kind in KINDS}
    for kind, items in [(None, list(agree.programs_below(options.paths)))] + list(seeds.items()):
        for i in range(0, len(items), AT_ONCE):
            found.append(Batch(options, kind, items[i:i + AT_ONCE], i / len(items)))
    return sorted(found, key=lambda batch: batch.place)


def compare_all(options, folder):
    """Returns the problems, the totals, and how many programs were looked at."""
    end = time.monotonic() + options.seconds if options.seconds else float("inf")
    looked_at = 0
    results = []

    def compare_batch(batch):
        return batch.compare(folder) if time.monotonic() < end else None

    with concurrent.futures.ThreadPoolExecutor(max_workers=options.processes) as pool:
        all_batches = batches(options)
        for batch, result in zip(all_batches, pool.map(compare_batch, all_batches)):
            if result is None:
                continue
            looked_at += len(batch.items)
            results.append(result)
            for problem in result[0]:
                print(problem, flush=True)
    return *total(results), looked_at


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("values")
    parser.add_argument("paths", nargs="*")
    parser.add_argument("-s", dest="states", type=int, default=4000)
    parser.add_argument("-c", dest="configs", action="append")
    for kind in KINDS:
        parser.add_argument(f"--{kind}", type=tier.count, default=0)
    parser.add_argument("--mix", action="append", help="of --actors")
    parser.add_argument("--flaws", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile")
    parser.add_argument("-j", dest="processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=int, default=0)
    parser.add_argument("--keep")
    options = parser.parse_intermixed_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = options.keep or folder
        os.makedirs(folder, exist_ok=True)
        problems, sums, looked_at = compare_all(options, folder)
    print(f"{looked_at} programs, {sums[0]} compared, {sums[1]} violated, {sums[2]} undecided, {sums[3]} refused, "
          f"{sums[4]} states, {sums[5]} open, {sums[6]} differ, {len(problems)} lines of problems")
    if options.flaws:
        return 0 if any("reduced: " in problem for problem in problems) else 1
    return 1 if problems or not sums[0] else 0


if __name__ == "__main__":
    sys.exit(main())
