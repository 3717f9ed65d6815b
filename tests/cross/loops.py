#!/usr/bin/env python3
"""Compares loops of choices within a step with the same loops through messages.

usage: loops.py NAIVE CHECKER [--random COUNT] [--seed SEED] [--keep FOLDER]

A program is one or two machines whose states choose where to go next, and a spec that may be hot.  There
are two texts of it.  WITHIN has a `goto` for some jumps, so that a loop stays within a step; THROUGH sends a
message to itself instead.  A run can do the same in both, but for scheduling points that no spec notices.
So naive, the explicit engine and sets must give one verdict to both, with fair and with unfair choices, and
with narrowed ones.

Only WITHIN can run away.  Then THROUGH is not compared, and engines must find what naive finds in WITHIN.

--keep leaves the programs in FOLDER: SEED-within.p and SEED-through.p.
"""
import argparse
import collections
import concurrent.futures
import itertools
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import tier
from generate import Dice

AT_ONCE = 20  # programs
LINE = re.compile(r"^t: (holds|explored|unknown|refused|violated: (\S+))")
COINS = ["$", "$", "$$", "choose()", "coin()", "choose(2) == 0"]
SPECS = ["""\
  start hot state Trying { on eDone goto Done; ignore eHot; }
  cold state Done { ignore eDone; on eHot goto Trying; }
""", """\
  start state Warm { on eHot goto Trying; on eDone goto Done; }
  hot state Trying { on eDone goto Done; on eHot goto Warm; }
  cold state Done { ignore eDone; on eHot goto Trying; }
"""]

# A piece of code, as it is in the two texts.
Both = collections.namedtuple("Both", ["within", "through"])


def both(template, *parts):
    return Both(template.format(*(p.within for p in parts)), template.format(*(p.through for p in parts)))


# ---- Programs ----

class Machine:
    """A machine with a state for each number below COUNT."""

    def __init__(self, dice, name, first, size):
        self.dice, self.name, self.first = dice, name, first
        self.count = 2 + dice.below(size)
        self.odds = dice.pick([0.4, 0.6, 0.8])  # of a goto

    def before_jump(self):
        """Others can tell when something is announced, so it is not followed by a goto."""
        return self.dice.weigh({"": 60, "v = !v; ": 10, "v = $; ": 7, "w = choose(2); ": 5, "announce eDone; ": 9,
                                "announce eDone; announce eHot; ": 6})

    def jump(self):
        before = self.before_jump()
        if self.dice.chance(0.04):
            return Both(before + "raise halt;", before + "raise halt;")
        to = self.dice.below(self.count)
        through = f"{before}send this, eGo{to}; return;"
        is_within = self.dice.chance(self.odds) and "announce" not in before
        return Both(f"{before}goto S{to};" if is_within else through, through)

    def fork(self, condition):
        return both("if (" + condition + ") {{ {} }} else {{ {} }}", self.jump(), self.jump())

    def entry(self):
        dice = self.dice
        way = dice.weigh({"coin": 50, "three": 15, "two coins": 10, "field": 10, "set": 8, "jump": 7})
        if way == "coin":
            return self.fork(dice.pick(COINS))
        if way == "three":
            return both("c = choose(3); if (c == 0) {{ {} }} else if (c == 1) {{ {} }} else {{ {} }}",
                        self.jump(), self.jump(), self.jump())
        if way == "two coins":
            return both(f"a = {dice.pick(COINS)}; b = {dice.pick(COINS)}; {{}}", self.fork("a == b"))
        if way == "field":
            return self.fork("v")
        if way == "set":
            return both("s += (1); if (v) {{ s += (2); }} s += (3 + w); {}", self.fork(f"choose(s) == {1 + dice.below(4)}"))
        return self.jump()

    def state(self, number):
        handlers = " ".join(f"on eGo{i} goto S{i};" for i in range(self.count))
        return both(f"""\
  state S{number} {{{{
    entry {{{{
      var a: bool; var b: bool; var c: int; var s: set[int];
      {{}}
    }}}}
    {handlers}
  }}}}
""", self.entry())

    def text(self):
        states = [self.state(i) for i in range(self.count)]
        return both(f"""\
machine {self.name} {{{{
  var v: bool;
  var w: int;
  start state Begin {{{{ entry {{{{ {self.first}goto S0; }}}} }}}}
{"{}" * self.count}}}}}
""", *states)


def draw(seed):
    """The two texts of a program."""
    dice = Dice(seed)
    names = ["Main", "Other"][:1 + dice.below(2)]
    size = 5 - len(names)  # naive takes all ways through a step
    machines = [Machine(dice, name, "new Other(); " if name != names[-1] else "", size) for name in names]
    events = "".join(f"event eGo{i};\n" for i in range(max(m.count for m in machines)))
    texts = [m.text() for m in machines]
    spec = dice.pick(SPECS)
    return Both(*(f"""\
event eDone;
event eHot;
{events}fun coin(): bool {{ return $; }}
{"".join(parts)}spec Finishes observes eDone, eHot {{
{spec}}}
test t [main=Main]: assert Finishes in {{ {", ".join(names)} }};
""" for parts in zip(*texts)))


# ---- Comparing ----

def run(command, paths):
    """By path: kinds of violations; None: not decided."""
    done = subprocess.run(command + ["-b", "-t", "5"] + paths, capture_output=True, text=True, timeout=600)
    if done.returncode not in (0, 1, 3) or done.stderr:
        raise ValueError(f"{' '.join(command)}: exit code {done.returncode}: {done.stdout[-500:]}{done.stderr[-500:]}")
    found, path = {}, None
    for line in done.stdout.splitlines():
        if line.startswith("## "):
            path = line[3:]
            found[path] = set()
            continue
        verdict, kind = LINE.match(line).groups()
        if verdict in ("unknown", "refused"):
            found[path] = None
        elif kind and found[path] is not None:
            found[path].add(kind)
    return found


def run_all(options, within, through, is_unfair, narrow):
    """By who and what: what was found."""
    naive = [options.naive, "-a"] + narrow + (["-u"] if is_unfair else [])
    checker = [options.checker] + narrow + (["-c"] if is_unfair else [])
    return {"naive within": run(naive, within), "naive through": run(naive, through),
            "explicit within": run(checker, within), "explicit through": run(checker, through),
            "sets within": run(checker + ["-x"], within)}


def difference(found):
    """None: they agree; '': not decided; else what everybody says.  Naive finds all violations, an engine one."""
    if None in found.values():
        return ""
    kinds = found["naive within"]
    names = [n for n in found if "runaway" not in kinds or n.endswith("within")]
    if all(found[n] <= kinds and bool(found[n]) == bool(kinds) for n in names):
        return None
    return ", ".join(f"{n} {' '.join(sorted(found[n])) or 'holds'}" for n in names)


def compare(options, folder, seeds):
    """What is wrong, how many verdicts agreed, how many are open, and how often each verdict came."""
    paths = {what: [os.path.join(folder, f"{seed}-{what}.p") for seed in seeds] for what in Both._fields}
    problems, agreed, open_, verdicts = [], 0, 0, collections.Counter()
    for is_unfair, narrow in itertools.product((False, True), ([], ["-N", "2"])):
        try:
            results = run_all(options, paths["within"], paths["through"], is_unfair, narrow)
        except ValueError as why:
            if len(seeds) > 1:  # which of them is it?
                return merge(compare(options, folder, [seed]) for seed in seeds)
            problems.append(f"{seeds[0]}: {why}")
            continue
        for i, seed in enumerate(seeds):
            found = {name: result[paths[name.split()[1]][i]] for name, result in results.items()}
            what = difference(found)
            agreed += what is None
            open_ += what == ""
            if what:
                problems.append(f"{seed} [{'unfair' if is_unfair else 'fair'}{' narrow' if narrow else ''}]: {what}")
            verdicts.update(found["naive within"] or ["holds"])
    return problems, agreed, open_, verdicts


def told(result):
    for problem in result[0]:
        print(problem, flush=True)
    return result


def merge(results):
    problems, agreed, open_, verdicts = [], 0, 0, collections.Counter()
    for more, a, o, v in results:
        problems += more
        agreed, open_, verdicts = agreed + a, open_ + o, verdicts + v
    return problems, agreed, open_, verdicts


def write_programs(folder, seeds):
    os.makedirs(folder, exist_ok=True)
    for seed in seeds:
        for what, text in draw(seed)._asdict().items():
            with open(os.path.join(folder, f"{seed}-{what}.p"), "w", encoding="utf-8") as f:
                f.write(text)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("naive")
    parser.add_argument("checker")
    parser.add_argument("--random", type=tier.count, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.random)
    with tempfile.TemporaryDirectory() as folder:
        folder = options.keep or folder
        write_programs(folder, seeds)
        jobs = [seeds[i:i + AT_ONCE] for i in range(0, len(seeds), AT_ONCE)]
        with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
            results = pool.map(lambda job: told(compare(options, folder, job)), jobs)
            problems, agreed, undecided, verdicts = merge(results)
    print(", ".join(f"{count} {kind}" for kind, count in sorted(verdicts.items())))
    print(f"{agreed} agree, {len(problems)} disagree, {undecided} not decided")
    return 1 if problems or not agreed else 0


if __name__ == "__main__":
    sys.exit(main())
