#!/usr/bin/env python3
"""Compares the reduced engine with the naive explorer on the same programs.

usage: reduce.py NAIVE CHECKER [-n NETWORK]... [-r REDUCTION]... [-s STATES] [-k MESSAGES]
                 [--random COUNT [--seed SEED] [--mix MIX]...] [--draw COUNT] [--deadlock]
                 [--sharp FOLDER] [--keep FOLDER] [--tally FILE] [-j JOBS] [FOLDER-OR-FILE...]

Naive explores every program, and so does the checker with reductions (its -r): the given
ones, or --draw of all reductions for each few programs.  If naive has seen all states,

* the reduced engine finds a violation if and only if naive does; it is one of naive's, and
  it replays;
* if there is no violation, the resting local states of all machines and monitors are equal,
  and so are the final states (without the content of queues).  If a reduction may rename
  machines, the comparison is anonymous, by role.

The reduced engine may pass through a local state in which a machine would rest, with the
next message already there (`?`).  Queues of which only the beginning is known (tails) may
lead to more local states, never to fewer.  If naive has not seen all states (more than
STATES, or more than MESSAGES for one machine), the reduced engine must reach what naive has
seen, and must find a violation if naive has found one.

A machine may wait in a receive at the end of a run.  With --deadlock that is a violation,
so more programs are violated.

A network may have faults, as in agree.py: mbox/crash=1, p2p/loss=1,dup=1, mbox/strict; or
--deadlock: bag/deadlock.

--sharp: programs whose first line says how a flawed engine (reduction_flaw) misses something.
The sound engine must not miss it, the flawed one must.

    // flaw: NETWORK REDUCTION FLAW

--keep: the folder for programs that differ, each with the command that shows it.  --tally:
adds the numbers of comparisons, by network and mix, to this file.
"""
import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import agree
import generate_reduce
import tier

NETWORKS = ["mbox", "p2p", "bag"]
ALL_REDUCTIONS = [",".join(filter(None, parts)) for parts in itertools.product(
    ["por=nes", "por=lpor", "por=off"],
    ["symmetry=off", "symmetry=auto,roles", "symmetry=exact,roles"],
    ["", "keep"],
    ["", "", "quorums", "replies"],
    ["", "asi", "asi,tail=1", "asi,tail=2"])]
BATCH = 40  # programs a process
LINE = re.compile(r"^(\S+): (holds|unknown|spurious|explored), (\d+) states")
VIOLATION = re.compile(r"^(\S+): violated: (\S+)(?: at .*?:(\d+))? after")


class Result:
    """What one search said of one test."""

    def __init__(self):
        self.verdict, self.faults, self.lines = "violated", set(), set()
        self.states, self.has_tails = 0, False

    def seen(self, has_roles):
        """Lines by role, or by name."""
        return {l for l in self.lines if l.startswith(("  ~ ", "  = ~ ")) == has_roles}


class Trouble(Exception):
    pass


def parse_line(line, tests, current):
    if line.startswith("  "):
        tests[current].lines.add(line)
        return current
    summary, violation = LINE.match(line), VIOLATION.match(line)
    if not summary and not violation:
        name, _, rest = line.partition(": ")
        if not rest.startswith("refused"):
            raise Trouble(line)
        tests.setdefault(name, Result()).verdict = "refused"
        return name
    name = (summary or violation).group(1)
    test = tests.setdefault(name, Result())
    if violation:
        # Where a runaway is noticed depends on how instructions are counted.
        place = 0 if violation.group(2) == "runaway" else int(violation.group(3) or 0)
        test.faults.add((violation.group(2), place))
    else:
        test.verdict, test.states = summary.group(2), int(summary.group(3))
        test.has_tails = line.endswith(", tails")
    return name


def parse(text):
    """By path, then by reduction ("" of naive), then by test; a Trouble where there is one."""
    found, searches, tests, current = {}, None, None, None
    for line in text.splitlines():
        if line.startswith("## "):
            searches = found[line[3:]] = {}
            tests = searches.setdefault("", {})
        elif line.startswith("# "):
            tests = searches.setdefault(line[2:], {})
        else:
            try:
                current = parse_line(line, tests, current)
            except Trouble as why:
                tests[""] = why
    return found


def explore(command, paths):
    """Results by path.  A program that is the end of the process is told apart."""
    found = {}
    while paths:
        try:
            done = subprocess.run(command + paths, capture_output=True, text=True, timeout=300)
            text, why, code = done.stdout, done.stderr, done.returncode
        except subprocess.TimeoutExpired as e:
            text, why, code = (e.stdout or b"").decode(), "it does not end", 9
        part = parse(text)
        found.update(part)
        if code in (0, 1, 3, 4):
            break
        last = list(part)[-1] if part else paths[0]
        search = re.findall("^# .*", text, re.M)[-1:]
        found[last] = Trouble(f"exit code {code} {' '.join(search)} {why[-3000:]}")
        paths = paths[paths.index(last) + 1:]
    return found


def compare(naive, checker, reduction):
    """agree, contained (as far as naive looked), open, or differ; and what differs."""
    has_roles = "roles" in reduction
    is_whole = naive.verdict in ("holds", "explored")
    if checker.verdict == "spurious" and is_whole and not checker.has_tails:
        return "differ", "a violation without a run"
    if checker.verdict in ("unknown", "refused", "spurious"):
        return "open", ""
    if checker.faults:
        if naive.faults >= checker.faults:
            return "agree", ""
        if not is_whole:
            return "open", ""
        return "differ", f"finds {sorted(checker.faults)}, naive {sorted(naive.faults)}"
    if naive.faults:
        return "differ", f"finds nothing, naive {sorted(naive.faults)}"
    wanted, found = naive.seen(has_roles), checker.seen(has_roles)
    # What is told with a `?` may be a state of rest, and need not.
    maybe = {line.replace("?", "") for line in found if "?" in line}
    found = {line for line in found if "?" not in line}
    missing, extra = sorted(wanted - found - maybe), sorted(found - wanted)
    if missing:
        return "differ", f"{len(missing)} missing:{missing[0]}"
    if not is_whole or (extra and checker.has_tails):
        return "contained", ""
    if extra:
        return "differ", f"{len(extra)} too many:{extra[0]}"
    return "agree", ""


def flags_of(network, options):
    waits = [] if options.deadlock or network.endswith("/deadlock") else ["-w"]
    return ["-b", "-l", "-z", "-t", str(options.seconds)] + agree.flags(network) + waits


def naive_command(network, options):
    return [options.naive, "-a", "-y", "-s", str(options.states), "-k", str(options.messages)] + \
        flags_of(network, options)


def checker_command(network, reductions, states, options):
    command = [options.checker, "-j", "1", "-s", str(states)] + flags_of(network, options)
    for reduction in reductions:
        command += ["-r", reduction]
    return command


def look_at(path, network, naive, checker, tally):
    """What is wrong with one program: (reduction, test, what)."""
    if isinstance(checker, Trouble):
        yield "", "", str(checker)
        return
    for reduction, tests in checker.items():
        if "" in tests:
            yield reduction, "", str(tests[""])
            continue
        for name, result in tests.items():
            kind, what = compare(naive[name], result, reduction)
            tally["searches"] += 1
            tally[kind] += 1
            if kind == "differ":
                yield reduction, name, what


def count_program(tally, naive):
    tally["programs"] += 1
    for test in naive.values():
        tally["finite" if test.verdict == "holds" else "violated" if test.faults else
              "unknown"] += 1


def compare_batch(options, network, reductions, paths):
    """[(path, reduction, test, what)], and the tally."""
    tally, problems = collections.Counter(), []
    naive = {}
    for path, result in explore(naive_command(network, options), paths).items():
        if isinstance(result, Trouble) or "" in result[""]:
            problems.append((path, "naive", "", str(result if isinstance(result, Trouble) else result[""][""])))
        else:
            naive[path] = result[""]
            count_program(tally, result[""])
    whole = [p for p in naive if all(t.verdict != "unknown" for t in naive[p].values())]
    rest = [p for p in naive if p not in whole]
    # What has no end is for those that can do without one.
    unbounded = [r for r in reductions if "asi" in r]
    for group, modes, states in ((whole, reductions, 4 * options.states), (rest, unbounded, options.states)):
        if group and modes:
            found = explore(checker_command(network, modes, states, options), group)
            for path in found:
                problems += [(path,) + p for p in look_at(path, network, naive[path], found[path], tally)]
    return problems, tally


# ---- What to compare ----

def draw_reductions(options, key):
    if options.reductions:
        return options.reductions
    dice = random.Random(key)
    return ["full"] + dice.sample(ALL_REDUCTIONS, min(options.draw, len(ALL_REDUCTIONS)))


def jobs_of(options):
    """(mix, paths or seeds), a batch at a time."""
    given = list(agree.programs_below(options.paths))
    for at in range(0, len(given), BATCH):
        yield "given", given[at:at + BATCH]
    end = options.seed + options.random
    for mix in options.mixes or generate_reduce.MIXES if options.random else []:
        for first in range(options.seed, end, BATCH):
            yield mix, range(first, min(first + BATCH, end))


def tell(options, network, path, reduction, test, what):
    where = f"{os.path.relpath(path)} [{network}, {reduction}] {test}"
    print(f"{where}: {what[:400]}", flush=True)
    if not options.keep:
        return
    os.makedirs(options.keep, exist_ok=True)
    name = f"{os.path.basename(path)[:-2]}-{network.replace('/', '+')}-{reduction.replace(',', '+')}.p"
    with open(path) as f, open(os.path.join(options.keep, name), "w") as out:
        commands = [naive_command(network, options), checker_command(network, [reduction], 100000, options)]
        lines = what[:3000].splitlines() + [" ".join(c) for c in commands]
        out.write("".join(f"// {line}\n" for line in lines) + f.read())


def work(options, job):
    """By network and mix: what was compared."""
    mix, items = job
    tallies = {}
    with tempfile.TemporaryDirectory() as folder:
        paths = items
        if isinstance(items, range):
            paths = [generate_reduce.write(mix, seed, folder) for seed in items]
        # Elsewhere, what is sent for ever fills boxes: nothing is proved there.
        networks = options.networks or NETWORKS
        for network in networks if not mix.startswith("flood") else ["mbox"]:
            reductions = draw_reductions(options, f"{mix} {network} {items[0]}")
            problems, tally = compare_batch(options, network, reductions, paths)
            for path, reduction, test, what in problems:
                tell(options, network, path, reduction, test, what)
                tally["problems"] += 1
            tallies[f"{network} {mix}"] = tally
    return tallies


def add_to_file(path, tallies):
    old = {}
    if os.path.exists(path):
        with open(path) as f:
            old = json.load(f)
    for key, tally in tallies.items():
        old[key] = dict(collections.Counter(old.get(key, {})) + tally)
    with open(path, "w") as f:
        json.dump(old, f, indent=1, sort_keys=True)


def compare_all(options):
    tallies = collections.defaultdict(collections.Counter)
    with concurrent.futures.ThreadPoolExecutor(max_workers=options.jobs) as pool:
        for part in pool.map(lambda job: work(options, job), jobs_of(options)):
            for key, tally in part.items():
                tallies[key].update(tally)
            if options.tally:
                add_to_file(options.tally, part)
    return tallies


# ---- Flaws ----

def lost(options, network, reduction, path):
    """What the checker loses of what naive sees, or None."""
    [naive] = explore(naive_command(network, options), [path]).values()
    command = checker_command(network, [reduction], 4 * options.states, options)
    [checker] = explore(command, [path]).values()
    for what in (naive, checker):
        if isinstance(what, Trouble):
            raise what
    problems = list(look_at(path, network, naive[""], checker, collections.Counter()))
    return problems[0][2] if problems else None


def is_sharp(options, path):
    with open(path) as f:
        words = re.match(r"// flaw: (\S+) (\S+) (\d+)$", f.readline().strip())
    if not words:
        return f"{path}: does not say what the flaw is"
    network, reduction, flaw = words.groups()
    found = lost(options, network, reduction, path)
    if found is not None:
        return f"{path}: the sound engine {found}"
    if lost(options, network, f"{reduction},flaws={flaw}", path) is None:
        return f"{path}: flaw {flaw} loses nothing"
    return None


def check_sharpness(options):
    failed = 0
    paths = [os.path.join(options.sharp, name) for name in sorted(os.listdir(options.sharp))]
    for path in paths:
        why = is_sharp(options, path)
        if why:
            failed += 1
            print(why)
    print(f"{len(paths) - failed} programs show a flaw, {failed} do not")
    return failed == 0 and paths != []


def parse_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("naive")
    parser.add_argument("checker")
    parser.add_argument("paths", nargs="*")
    parser.add_argument("-n", dest="networks", action="append")
    parser.add_argument("-r", dest="reductions", action="append")
    parser.add_argument("-s", dest="states", type=int, default=1500)
    parser.add_argument("-k", dest="messages", type=int, default=5)
    parser.add_argument("-t", dest="seconds", type=int, default=2)
    parser.add_argument("-j", dest="jobs", type=int, default=1)
    parser.add_argument("--random", type=tier.count, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mix", dest="mixes", action="append")
    parser.add_argument("--draw", type=int, default=6)
    parser.add_argument("--deadlock", action="store_true")
    parser.add_argument("--sharp")
    parser.add_argument("--keep")
    parser.add_argument("--tally")
    return parser.parse_intermixed_args()


def main():
    options = parse_options()
    is_fine = True
    if options.sharp:
        is_fine = check_sharpness(options)
    tallies = compare_all(options)
    total = sum(tallies.values(), collections.Counter())
    print(", ".join(f"{count} {what}" for what, count in sorted(total.items())))
    return 0 if is_fine and not total["problems"] and (total["agree"] or options.sharp) else 1


if __name__ == "__main__":
    sys.exit(main())
