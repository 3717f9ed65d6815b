#!/usr/bin/env python3
"""Compares random runs with values that change in place with the same runs with interned values.

usage: sampled.py SAMPLED [-n RUNS] [-m STEPS] [-c CONFIG]... [--random COUNT] [--nested COUNT] [--seed SEED] [--profile NAME]
                  [--keep FOLDER] [FOLDER-OR-FILE...]

SAMPLED (sampled.c) says what is compared.  --random draws programs of generate.py; --nested draws programs that put
containers into containers, share them between variables, messages, frames and specs, and then change them.  A configuration
is that of agree.py; the default is one of CONFIGS for each program, which its name determines.

--keep leaves the programs in FOLDER.
"""
import argparse
import concurrent.futures
import os
import random
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import agree
import tier
from generate import Dice

CONFIGS = ["mbox", "p2p", "bag", "causal", "mbox/crash=1,loss=1", "mbox/dup=2", "p2p/loss=1,dup=1", "bag/dup=2,loss=1",
           "causal/crash=1,dup=1", "bag/crash=2", "causal/loss=2", "p2p/crash=1"]
LINE = re.compile(r"(\d+) runs in \d+ modes, (\d+) violated, (\d+) cut, (\d+) differ")
AT_ONCE = 20  # programs

# ---- Programs with nested values ----

TYPES = {"l": "seq[int]", "ll": "seq[seq[int]]", "m": "map[int, seq[int]]", "s": "set[seq[int]]", "t": "tPair", "u": "tDeep",
         "x": "string", "a": "any"}
MOVED = ["l", "ll", "m", "t", "u", "x", "s"]  # what messages carry
PREAMBLE = """\
type tPair = (a: seq[int], m: map[int, seq[int]]);
type tDeep = (t: tPair, l: seq[tPair], x: string);
fun change(l: seq[int], n: int): seq[int] { l += (0, n); if (sizeof(l) > 4) { l -= (1); } return l; }
fun both(t: tPair, l: seq[int]): tPair { t.a = l; l += (0, 7); t.m[1] = l; t.m[2] = t.a; return t; }
fun longer(ll: seq[seq[int]]): seq[seq[int]] { if (sizeof(ll) < 4) { ll += (0, change(default(seq[int]), 3)); } ll[0] += (0, 1);
  if (sizeof(ll[0]) > 4) { ll[0] = default(seq[int]); } return ll; }
"""


class Nested:
    """A program; the text depends on the seed alone."""

    def __init__(self, seed):
        self.dice = Dice(seed)
        self.nodes = 2 + self.dice.below(2)
        self.in_spec = self.can_jump = False

    def name(self, kind):
        """A field or a local variable."""
        return self.dice.pick([f"{kind}0", f"{kind}1", f"_{kind}"])

    def number(self):
        return self.dice.pick(["n", "1", "2", "sizeof(l0)", "n + 1"])

    def change(self):
        """A statement that copies or changes values."""
        d = self.dice
        k, n = d.below(3), self.number()
        l, ll, m, s, t, u, x, a = (self.name(kind) for kind in TYPES)
        other = self.name(kind := d.pick(list(TYPES)))
        return d.pick([
            f"{self.name(kind)} = {other};", f"{self.name(kind)} = {other};", f"n = {n};", "n = n % 5;",
            f"if (sizeof({l}) < 5) {{ {l} += ({d.pick(['0', f'sizeof({l})'])}, {n}); }}",
            f"if (sizeof({l}) < 5) {{ {l} += (0, {n}); }}",
            f"if (sizeof({l}) > {k}) {{ {l}[{k}] = {n}; }}", f"if (sizeof({l}) > 2) {{ {l} -= ({k}); }}",
            f"if (sizeof({ll}) < 5) {{ {ll} += (0, {l}); }}", f"if (sizeof({ll}) > {k}) {{ {ll}[{k}] = {l}; }}",
            f"if (sizeof({ll}) > {k}) {{ if (sizeof({ll}[{k}]) < 5) {{ {ll}[{k}] += (0, {n}); }} }}",
            f"if (sizeof({ll}) > {k}) {{ if (sizeof({ll}[{k}]) > 0) {{ {ll}[{k}][0] = {n}; }} {l} = {ll}[{k}]; }}",
            f"if (sizeof({ll}) > 2) {{ {ll} -= ({k}); }}",
            f"{m}[{k}] = {l};", f"if ({k} in {m}) {{ {m}[{k}] = change({m}[{k}], {n}); {l} = {m}[{k}]; }}",
            f"if ({k} in {m}) {{ if (sizeof({m}[{k}]) < 5) {{ {m}[{k}] += (0, {n}); }} }}",
            f"{m} -= ({k});", f"{l} = keys({m});", f"{ll} = values({m});",
            f"if (sizeof({s}) < 5) {{ {s} += ({l}); }}", f"if ({l} in {s}) {{ {s} -= ({l}); }}",
            f"{t}.a = {l};", f"{t}.m = {m};", f"{t}.m[{k}] = {l};", f"{t} = (a = {l}, m = {m});", f"{l} = {t}.a;", f"{m} = {t}.m;",
            f"if (sizeof({t}.a) < 5) {{ {t}.a += (0, {n}); }}",
            f"if ({k} in {t}.m) {{ if (sizeof({t}.m[{k}]) > 0) {{ {t}.m[{k}][0] = {n}; }} }}",
            f"{u}.t = {t};", f"{t} = {u}.t;", f"{u}.t.a = {l};", f"{u}.t.m[{k}] = {l};", f"{u}.x = {x};", f"{x} = {u}.x;",
            f"if (sizeof({u}.l) < 4) {{ {u}.l += (0, {t}); }}", f"if (sizeof({u}.l) > 0) {{ {u}.l[0].m[{k}] = {l}; {t} = {u}.l[0]; }}",
            f"if (sizeof({u}.l) > 1) {{ {u}.l[1].a = {l}; {u}.l -= (0); }}",
            f"{x} = {x} + \"s\";", f"{x} = \"t\" + {x};", f"{x} = {x} + {self.name('x')}; {self.name('x')} = \"\";",
            f"{u}.x = {u}.x + \"u\";", f"if ({u}.x == {x}) {{ {x} = \"\"; {u}.x = \"v\"; }}", f"{x} = format(\"{{0}}\", {l});",
            f"{a} = {other};" if kind != "a" else "n = 3;", f"{a} = {t}; {self.name('t')} = {a} as tPair;",
            f"{a} = {ll}; {ll} = longer({ll}); {self.name('ll')} = {a} as seq[seq[int]];",
            f"{l} = change({l}, {n});", f"{self.name('l')} = change({l}, {n});", f"{self.name('t')} = both({t}, {l});",
            f"{self.name('ll')} = longer({ll});",
            f"foreach (n in {l}) {{ if (sizeof({l}) < 5) {{ {l} += (0, n); }} }}",
            f"foreach (_l in {d.pick([s, ll])}) {{ _l += (0, 9); if (sizeof(_l) > 4) {{ _l -= (1); }} l0 = _l; }}",
            f"if ({l} == {self.name('l')} || {ll} == {self.name('ll')}) {{ n = n + 1; {l} = default(seq[int]); }}",
            f"if ({t} == {self.name('t')}) {{ {t}.a = {l}; }}",
            f"while (n < 4) {{ n = n + 1; if (sizeof({l}) < 5) {{ {l} += (0, n); }} {m}[n] = {l}; }}",
        ])

    def receive(self):
        kind = self.dice.pick(MOVED)
        return (f"send this, eBack{kind}, {self.name(kind)}; {self.change()} "
                f"receive {{ case eBack{kind}: (w: {TYPES[kind]}) {{ {self.name(kind)} = w; {self.change()} }} }}")

    def statement(self):
        kind = self.dice.pick(MOVED)
        ways = {"change": 60}
        if not self.in_spec:
            ways.update({"send": 12, "announce": 4, "choose": 8, "receive": 4, "new": 1})
        way = self.dice.weigh(ways)
        if way == "send":
            return f"if (fuel > 0) {{ fuel = fuel - 1; send choose(peers), e{kind}, {self.name(kind)}; }}"
        if way == "announce":
            return f"announce eSeen{kind}, {self.name(kind)};"
        if way == "choose":
            return f"if ($) {{ {self.change()} }} else {{ {self.change()} }}"
        if way == "receive":
            return self.receive()
        if way == "new":
            return f"if (fuel > 3) {{ fuel = fuel - 3; new Child((t = {self.name('t')}, who = choose(peers))); }}"
        return self.change()

    def statements(self):
        lines = [self.statement() for _ in range(1 + self.dice.below(6))]
        kind = self.dice.pick(MOVED)
        if self.can_jump and self.dice.chance(0.15):
            lines.append(f"raise eRaised{kind}, {self.name(kind)};")
        elif self.can_jump and self.dice.chance(0.1):
            lines.append(f"goto {self.dice.pick(['One', 'Two'])}, {self.name('t')};")
        return " ".join(lines)

    def body(self, kind):
        """Of a handler with a parameter of KIND."""
        variables = " ".join(f"var _{k}: {type_};" for k, type_ in TYPES.items())
        first = self.dice.pick([f"_{kind} = v;", f"{kind}0 = v;", f"{kind}1 = v; _{kind} = {kind}0;"])
        return f"{variables} var n: int; {first} {self.statements()}"

    def handlers(self, prefix):
        return "".join(f"    on {prefix}{kind} do (v: {TYPES[kind]}) {{ {self.body(kind)} }}\n" for kind in MOVED)

    def state(self, name, head=""):
        self.can_jump = False
        start = f"    entry (v: tPair) {{ {self.body('t')} }}\n" if not head else ""
        leave = "    exit { l0 = change(l0, 2); t0.a = l0; }\n"
        raised = self.handlers("eRaised")
        self.can_jump = True
        return f"  {head}state {name} {{\n{start}{leave}{self.handlers('e')}{raised}    ignore {self.backs()};\n  }}\n"

    @staticmethod
    def backs():
        return ", ".join(f"eBack{kind}" for kind in MOVED)

    @staticmethod
    def fields():
        return "".join(f"  var {k}0: {type_};\n  var {k}1: {type_};\n" for k, type_ in TYPES.items())

    def render(self):
        events = "".join(f"event {prefix}{kind}: {TYPES[kind]};\n" for prefix in ("e", "eRaised", "eBack", "eSeen") for kind in MOVED)
        self.in_spec = True
        spec = self.handlers("e") + self.handlers("eSeen")
        self.in_spec = False
        seen = ", ".join(f"{prefix}{kind}" for prefix in ("e", "eSeen") for kind in MOVED)
        is_observed = self.dice.chance(0.5)
        sends = "".join(f"      send peers[{i % self.nodes}], e{kind}, {self.name(kind).replace('_' + kind, kind + '0')};\n"
                        for i, kind in enumerate(self.dice.sample(MOVED, 2 + self.dice.below(3))))
        first = "".join("      peers += (0, new Node());\n" for _ in range(self.nodes))
        return f"""{PREAMBLE}{events}event ePeers: seq[machine];
machine Main {{
{self.fields()}  var peers: seq[machine]; var n: int; var i: int;
  start state Begin {{
    entry {{
{first}      while (i < sizeof(peers)) {{ send peers[i], ePeers, peers; i = i + 1; }}
      l0 += (0, 1); l0 += (0, 2); ll0 += (0, l0); m0[1] = l0; t0.a = l0; t0.m = m0; u0.l += (0, t0); s0 += (l0); x0 = "x";
{sends}    }}
  }}
}}
machine Child {{
  start state Begin {{
    entry (v: (t: tPair, who: machine)) {{ var t: tPair; t = v.t; t.a = change(t.a, 5); send v.who, et, t; v.t.m[0] = t.a; send v.who, et, v.t; raise halt; }}
  }}
}}
machine Node {{
{self.fields()}  var peers: seq[machine]; var fuel: int;
  start state Begin {{ defer {", ".join("e" + kind for kind in MOVED)}; on ePeers do (v: seq[machine]) {{ peers = v; fuel = {4 + self.dice.below(12)};
    goto One, default(tPair); }} }}
{self.state("One")}{self.state("Two")}}}
spec Sees observes {seen} {{
{self.fields()}  start state Only {{
{spec}  }}
}}
test t [main=Main]: {"assert Sees in " if is_observed else ""}{{ Main, Node, Child }};
"""


def write_nested(folder, count, seed):
    for i in range(seed, seed + count):
        with open(os.path.join(folder, f"nested-{i:06}.p"), "w", encoding="ascii") as f:
            f.write(Nested(i).render())


# ---- Comparing ----

def compare(options, config, paths):
    """What is wrong, and the numbers of runs: compared, violated, cut."""
    command = [options.sampled, "-n", str(options.runs), "-m", str(options.steps), "-c", config]
    done = subprocess.run(command + paths, capture_output=True, text=True, errors="replace", timeout=3600)
    lines = done.stdout.splitlines()
    numbers = LINE.match(lines[-1]) if lines else None
    if done.returncode not in (0, 1) or done.stderr or not numbers:
        if len(paths) > 1:  # which of them is it?
            return merge(compare(options, config, [path]) for path in paths)
        return [f"{paths[0]} [{config}]: exit code {done.returncode}: {done.stdout[-500:]}{done.stderr[-3000:]}"], [0, 0, 0]
    return lines[:-1], [int(n) for n in numbers.groups()[:3]]


def told(result):
    for problem in result[0]:
        print(problem, flush=True)
    return result


def merge(results):
    problems, numbers = [], [0, 0, 0]
    for more, counts in results:
        problems += more
        numbers = [a + b for a, b in zip(numbers, counts)]
    return problems, numbers


def jobs_for(options, paths):
    """Programs with the same configuration, some at a time."""
    by_config = {}
    for path in paths:
        for config in options.configs or [random.Random(os.path.basename(path)).choice(CONFIGS)]:
            by_config.setdefault(config, []).append(path)
    for config, group in by_config.items():
        for i in range(0, len(group), AT_ONCE):
            yield config, group[i:i + AT_ONCE]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sampled")
    parser.add_argument("paths", nargs="*")
    parser.add_argument("-n", dest="runs", type=int, default=5)
    parser.add_argument("-m", dest="steps", type=int, default=80)
    parser.add_argument("-c", dest="configs", action="append")
    parser.add_argument("--random", type=tier.count, default=0)
    parser.add_argument("--nested", type=tier.count, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile")
    parser.add_argument("--keep")
    options = parser.parse_intermixed_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = options.keep or folder
        os.makedirs(folder, exist_ok=True)
        if options.random:
            agree.generate(options, folder)
        write_nested(folder, options.nested, options.seed)
        paths = list(agree.programs_below(options.paths + [folder]))
        with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
            results = pool.map(lambda job: told(compare(options, *job)), jobs_for(options, paths))
            problems, numbers = merge(results)
    print(f"{len(paths)} programs, {numbers[0]} runs, {numbers[1]} violated, {numbers[2]} cut, {len(problems)} problems")
    return 1 if problems or not numbers[0] else 0


if __name__ == "__main__":
    sys.exit(main())
