#!/usr/bin/env python3
"""Finds and shrinks, by hand, programs on which a reduced engine differs from naive, or sets from the explicit engine.

usage: reduce_hunt.py NAIVE CHECKER shrink FILE -n NETWORK -r REDUCTION
       reduce_hunt.py NAIVE CHECKER hunt FLAW [-n NETWORK] [-r REDUCTION] [--mix MIX]... [--seed SEED]

`shrink` removes lines as long as the same kind of difference remains.  `hunt` looks for a
program on which the engine with a flaw (reduction_flaw in engine.h) misses something and the
sound one does not, and shrinks it: a program for reduce.py --sharp.  The result goes to
standard output.
"""
import argparse
import os
import re
import sys
import tempfile

import generate_reduce
import reduce
import sets


def lost(options, network, search, path):
    """What the checker loses, or None."""
    if not search.startswith("sets"):
        return reduce.lost(options, network, search, path)
    try:
        return sets.lost(options.checker, network, search, path)
    except ValueError as why:
        raise reduce.Trouble(str(why))


# ---- Making a program smaller ----

def units(lines):
    """What can be left out: (indices of lines), the largest first."""
    found, open_at = [], []
    for i, line in enumerate(lines):
        depth = line.count("{") - line.count("}")
        if depth > 0:
            open_at.append(i)
        elif depth < 0 and open_at:
            start = open_at.pop()
            found.append(list(range(start, i + 1)))
            found.append([start, i])  # only what is around
        else:
            found.append([i])
    return sorted(found, key=len, reverse=True)


def without(lines, indices):
    gone = set(indices)
    return [line for i, line in enumerate(lines) if i not in gone]


def simpler(line):
    """Lines to try instead."""
    yield re.sub(r"on (\w+) goto \w+ with.*\{$", r"on \1 do {", line)
    for module in re.findall(r"\{ (Main.*?) \}", line):
        names = module.split(", ")
        for name in names[1:]:
            yield line.replace(module, ", ".join(n for n in names if n != name))


def shrink(lines, is_good):
    changed = True
    while changed:
        changed = False
        for indices in units(lines):
            if max(indices) < len(lines):
                candidate = without(lines, indices)
                if is_good(candidate):
                    lines, changed = candidate, True
                    break
        for i, line in enumerate(lines):
            for other in simpler(line):
                candidate = lines[:i] + [other] + lines[i + 1:]
                if other != line and not changed and is_good(candidate):
                    lines, changed = candidate, True
    return lines


# ---- What a program must do ----

class Bench:
    """Runs candidates in a folder of its own."""

    def __init__(self, options, folder):
        self.options, self.path = options, os.path.join(folder, "candidate.p")

    def write(self, lines):
        with open(self.path, "w") as f:
            f.write("\n".join(lines) + "\n")

    def difference(self, network, reduction):
        """A word for what differs; None: nothing does, or it cannot be told."""
        try:
            found = lost(self.options, network, reduction, self.path)
        except reduce.Trouble as why:
            code = re.match(r"exit code (\S+)", str(why))
            return code.group(1) if code and code.group(1) != "2" else None
        if found is None:
            return None
        return "lines" if "missing" in found else found.split()[0]

    def shows(self, network, reduction, word):
        def is_good(lines):
            self.write(lines)
            return self.difference(network, reduction) == word
        return is_good

    def shows_flaw(self, network, reduction, flaw):
        def is_good(lines):
            self.write(lines)
            flawed = f"{reduction},flaws={flaw}"
            return self.difference(network, flawed) is not None and self.is_agreed(network, reduction)
        return is_good

    def is_agreed(self, network, reduction):
        try:
            return reduce.lost(self.options, network, reduction, self.path) is None
        except reduce.Trouble:
            return False


def shrink_file(options, bench):
    with open(options.what) as f:
        lines = [line for line in f.read().splitlines() if not line.startswith("//")]
    [network], [reduction] = options.networks, options.reductions
    bench.write(lines)
    word = bench.difference(network, reduction)
    if word is None:
        print("nothing differs", file=sys.stderr)
        return 1
    small = shrink(lines, bench.shows(network, reduction, word))
    bench.write(small)
    try:
        what = lost(options, network, reduction, bench.path)
    except reduce.Trouble as why:
        what = str(why)
    print(f"// {network} {reduction}: {' '.join(what.split())}")
    print("\n".join(small))
    return 0


def candidates(options, folder):
    """Programs that the flawed engine gets wrong: (path, network, reduction)."""
    seed = options.seed
    while True:
        for mix in options.mixes or generate_reduce.MIXES:
            paths = [generate_reduce.write(mix, s, folder) for s in range(seed, seed + reduce.BATCH)]
            for network in options.networks or reduce.NETWORKS:
                for reduction in options.reductions or ["por=nes,symmetry=off"]:
                    flawed = f"{reduction},flaws={options.what}"
                    problems, _ = reduce.compare_batch(options, network, [flawed], paths)
                    yield from ((p[0], network, reduction) for p in problems)
            for path in paths:
                os.unlink(path)
        seed += reduce.BATCH
        print(f"seed {seed}", file=sys.stderr, flush=True)


def hunt(options, bench, folder):
    for path, network, reduction in candidates(options, folder):
        with open(path) as f:
            lines = [line for line in f.read().splitlines() if not line.startswith("//")]
        is_good = bench.shows_flaw(network, reduction, options.what)
        if is_good(lines):
            print(f"// flaw: {network} {reduction} {options.what}")
            print("\n".join(shrink(lines, is_good)))
            return 0
    return 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("naive")
    parser.add_argument("checker")
    parser.add_argument("task", choices=["shrink", "hunt"])
    parser.add_argument("what")
    parser.add_argument("-n", dest="networks", action="append")
    parser.add_argument("-r", dest="reductions", action="append")
    parser.add_argument("--mix", dest="mixes", action="append")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-s", dest="states", type=int, default=1500)
    parser.add_argument("-k", dest="messages", type=int, default=5)
    options = parser.parse_args()
    options.seconds, options.deadlock = 5, False
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, folder)
        return shrink_file(options, bench) if options.task == "shrink" else hunt(options, bench, folder)


if __name__ == "__main__":
    sys.exit(main())
