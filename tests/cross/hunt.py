#!/usr/bin/env python3
"""Compares the reduced engine, or sets, with a reference on very many random programs: see hunt.c.

usage: hunt.py NAIVE CHECKER HUNT [--sets] [--programs COUNT] [--seed SEED] [--mix MIX]... [-n NETWORK]...
               [--draw COUNT] [--round COUNT] [--flaws FLAWS] [--keep FOLDER] [--tally FILE]
               [--minutes MINUTES] [--room] [-j JOBS]

NAIVE should be a release build, since it is the reference and takes most of the time; CHECKER and HUNT should be
built with sanitizers.  HUNT explores rounds of programs of every mix of generate_reduce.py, each with --draw of all
reductions, until --programs of each network and mix agree.  The tally counts separately the programs of which
naive saw only a part, and the engine all of that part (contained).

--sets compares the engine sets, in drawn modes of sets.py, with the explicit engine, in every network with every
fault, as long as there are not too many states.  --room always gives it little memory: it may give up, but must not
be wrong.

A difference is confirmed by reduce.py or sets.py, printed, and kept with the command that shows it.  So is a program
that makes HUNT fail (a report of a sanitizer, a leak) or run for ever.  --tally: a JSON file of the comparisons,
written after each round; a later run adds to it and continues with fresh seeds.  --flaws: hunts with an engine that
has these flaws (reduction_flaw) until it finds a difference; then the exit code is 0.
"""
import argparse
import collections
import concurrent.futures
import functools
import json
import os
import random
import subprocess
import sys
import tempfile
import time

import generate_reduce
import reduce
import reduce_hunt
import sets

# States of a full search: naive has several times as many, and should see all of them.
LIMITS = {"mbox": 100, "p2p": 50, "bag": 40}
# Programs without end: compared as far as naive gets.
IS_ENDLESS = ("loop", "flood")
# Most of these send for ever.
GROWS = ("null", "flood")


class Finding:
    def __init__(self, name, network, reduction, what):
        self.name, self.network, self.reduction, self.what = name, network, reduction, what


# ---- What is looked at ----

class Reductions:
    """By naive, as far as it gets."""
    networks = reduce.NETWORKS

    def __init__(self, options):
        self.options = options
        self.arguments = [options.naive, "-s", str(options.states), "-k", str(options.messages)]

    def limit(self, mix, network, dice):
        """Most programs should be small; some may have any size."""
        if mix.startswith("flood") and network != "mbox":
            return "whole"  # what is sent for ever fills boxes there, and nothing is proved
        if mix.startswith(IS_ENDLESS) and network == "mbox":
            return 0
        return 0 if dice.random() < 0.02 else LIMITS[network]

    def draw(self, dice, limit):
        found = dice.sample(reduce.ALL_REDUCTIONS, self.options.draw)
        if limit == 0 and not any("asi" in r for r in found):
            found[0] = dice.choice([r for r in reduce.ALL_REDUCTIONS if "asi" in r])
        return [f"{r},flaws={self.options.flaws}" if self.options.flaws else r for r in found]


class Sets:
    """By all states, one by one."""
    networks = [f"{network}{faults}" for network in reduce.NETWORKS for faults in (
        "", "/crash=1", "/loss=1", "/dup=1", "/crash=2", "/loss=2,dup=1", "/crash=1,loss=1,dup=1", "/strict",
        "/deadlock")]

    def __init__(self, options):
        self.options, self.arguments = options, []

    def limit(self, mix, network, dice):
        """What is endless should be known as that soon: its states are large."""
        return dice.choice([50, 100, 200] if mix.startswith(GROWS) else [100, 300, 300, 1000, 3000])

    def draw(self, dice, limit):
        return [self.draw_one(dice) for _ in range(self.options.draw)]

    def draw_one(self, dice):
        if not self.options.room:
            return sets.draw_mode(dice)
        return f"sets,order={dice.choice(sets.ORDERS)},room={int(2000 * 50 ** dice.random())}"


# ---- Programs ----

@functools.lru_cache(maxsize=4000)
def text_of(mix, seed):
    """The same for all networks."""
    return generate_reduce.make(mix, seed).encode()


def record(options, mix, seed, network):
    """A program as HUNT reads it."""
    dice = random.Random(f"{mix} {seed} {network}")
    text = text_of(mix, seed)
    limit = options.subject.limit(mix, network, dice)
    searches = " ".join(options.subject.draw(dice, limit))
    return f"{mix}-{seed} {len(text)} {limit} {searches}\n".encode() + text


# ---- One process ----

def start(options, network, records):
    """Its exit code, and what it said."""
    command = [options.hunt] + options.subject.arguments + ["-t", str(options.seconds), "-n", network]
    # Long stacks and a long memory would take half of the time; what is found is run again.
    settings = dict(os.environ, UBSAN_OPTIONS="halt_on_error=1:print_stacktrace=1",
                    ASAN_OPTIONS="malloc_context_size=2:quarantine_size_mb=4:detect_leaks=1")
    try:
        done = subprocess.run(command, input=b"".join(records), capture_output=True, env=settings,
                              timeout=60 + 2 * options.seconds * len(records))
        return done.returncode, done.stdout.decode(), done.stderr.decode(errors="replace")
    except subprocess.TimeoutExpired as e:
        return 9, (e.stdout or b"").decode(), "it does not end"


def hunt_records(options, network, records):
    """Lines of words, and findings; a program that is the end of the process is told apart."""
    rows, findings = [], []
    while records:
        code, text, why = start(options, network, records)
        lines = text.split("\n")
        rows += [line.split(" ", 4) for line in lines[:-1]]
        if code == 0:
            break
        if lines[-1] == "" and len(records) > 1:  # at the end: a leak of one of them
            half = len(records) // 2
            for part in (records[:half], records[half:]):
                findings += hunt_records(options, network, part)[1]
            break
        last = (lines[-1] or lines[-2] if len(lines) > 1 else lines[-1]).split(" ")
        name = last[0] or records[0].split(b" ", 1)[0].decode()
        findings.append(Finding(name, network, last[2] if len(last) > 2 else "", f"exit code {code} {why}"))
        at = [r.split(b" ", 1)[0].decode() for r in records].index(name)
        records = records[at + 1:]
    return rows, findings


def count(rows, tally, findings):
    """A program counts as compared once, whatever the number of searches."""
    best = {}
    for name, network, search, kind, *what in rows:
        if search in ("naive", "explicit"):
            tally["programs"] += 1
            tally[kind] += 1
            continue
        tally["searches"] += 1
        best.setdefault(name, set()).add(kind)
        if kind == "differ":
            findings.append(Finding(name, network, search, " ".join(what)))
    for kinds in best.values():
        kind = "agree" if "agree" in kinds else "contained" if "contained" in kinds else "open"
        tally[kind] += 1


# ---- Findings ----

def confirm(options, finding):
    """What reduce.py or sets.py says."""
    mix, _, seed = finding.name.rpartition("-")
    with tempfile.TemporaryDirectory() as folder:
        path = generate_reduce.write(mix, int(seed), folder)
        # The first search of all is in full, and there is no word for it.
        search = finding.reduction if "=" in finding.reduction else "full"
        try:
            said = reduce_hunt.lost(options, finding.network, search, path)
        except reduce.Trouble as why:
            said = str(why)
        print(f"{finding.name} [{finding.network}, {finding.reduction}]: {finding.what[:300]}\n"
              f"  once more: {said or 'nothing differs'}", flush=True)
        if options.keep:
            reduce.tell(options, finding.network, path, finding.reduction, "",
                        f"hunt: {finding.what}\nonce more: {said}")
    return said is not None


# ---- All ----

def work(options, job):
    mix, network, first = job
    tally = collections.Counter(seeds=options.round)
    records = [record(options, mix, seed, network) for seed in range(first, first + options.round)]
    rows, findings = hunt_records(options, network, records)
    count(rows, tally, findings)
    for finding in findings:
        tally["confirmed" if confirm(options, finding) else "unconfirmed"] += 1
    return f"{network} {mix}", tally


def read_tally(path):
    tallies = collections.defaultdict(collections.Counter)
    if path and os.path.exists(path):
        with open(path) as f:
            tallies.update({key: collections.Counter(t) for key, t in json.load(f).items()})
    return tallies


def write_tally(path, tallies):
    if path:
        with open(path + ".new", "w") as f:
            json.dump(tallies, f, indent=1, sort_keys=True)
        os.replace(path + ".new", path)


def jobs_of(options, tallies):
    """A round: what has not been compared often enough, the rarest first."""
    keys = [(mix, network) for mix in options.mixes or generate_reduce.MIXES
            for network in options.networks or options.subject.networks]
    rest = [(tallies[f"{network} {mix}"], mix, network) for mix, network in keys]
    rest = [row for row in rest if row[0]["agree"] < options.programs]
    return [(mix, network, options.seed + tally["seeds"])
            for tally, mix, network in sorted(rest, key=lambda row: row[0]["agree"])]


def hunt(options, tallies):
    end = time.monotonic() + 60 * options.minutes

    def is_over():
        has_found = options.flaws and any(t["confirmed"] for t in tallies.values())
        return has_found or time.monotonic() > end

    while not is_over():
        jobs = jobs_of(options, tallies)
        if not jobs:
            break
        with concurrent.futures.ThreadPoolExecutor(max_workers=options.jobs) as pool:
            for done in pool.map(lambda job: None if is_over() else work(options, job), jobs):
                if done:
                    tallies[done[0]].update(done[1])
                    write_tally(options.tally, tallies)


def show(tallies):
    columns = ["programs", "agree", "contained", "finite", "violated", "unknown", "large", "searches",
               "confirmed", "unconfirmed"]
    width = max(map(len, ["network mix", *tallies]))
    print(" ".join([f"{'network mix':>{width}}"] + [f"{c:>11}" for c in columns]))
    for key in sorted(tallies):
        print(" ".join([f"{key:>{width}}"] + [f"{tallies[key][c]:>11}" for c in columns]))


def parse_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("naive")
    parser.add_argument("checker")
    parser.add_argument("hunt")
    parser.add_argument("--sets", action="store_true")
    parser.add_argument("--room", action="store_true")
    parser.add_argument("--programs", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mix", dest="mixes", action="append")
    parser.add_argument("-n", dest="networks", action="append")
    parser.add_argument("--draw", type=int, default=1)
    parser.add_argument("--round", type=int, default=500)
    parser.add_argument("--flaws", type=int, default=0)
    parser.add_argument("--keep")
    parser.add_argument("--tally")
    parser.add_argument("--minutes", type=float, default=1e6)
    parser.add_argument("-s", dest="states", type=int, default=300)
    parser.add_argument("-k", dest="messages", type=int, default=5)
    parser.add_argument("-j", dest="jobs", type=int, default=1)
    options = parser.parse_args()
    options.deadlock, options.seconds = False, 4 if options.sets else 2
    options.subject = Sets(options) if options.sets else Reductions(options)
    return options


def main():
    options = parse_options()
    tallies = read_tally(options.tally)
    hunt(options, tallies)
    show(tallies)
    total = sum(tallies.values(), collections.Counter())
    if options.flaws:
        return 0 if total["confirmed"] else 1
    return 1 if total["confirmed"] or total["unconfirmed"] or not total["agree"] else 0


if __name__ == "__main__":
    sys.exit(main())
