#!/usr/bin/env python3
"""Compares the engine sets with the explicit engine: both must find the same states.

usage: sets.py CHECKER [-s STATES] [-c CONFIG]... [--random COUNT [--seed SEED] [--profile NAME]]
               [--actors COUNT] [--modes COUNT] [FOLDER-OR-FILE...]

If a program holds, the number of states, the digests of all states and of the final states, and the
resting local states must be equal.  If it does not, sets must find a violation, and the checker replays it.
The name of a program determines the COUNT modes in which it is explored: the default, and modes with a
given order of machines, short trials of all orders, tiny memo tables, garbage collection at every
opportunity, little memory, or few operation numbers.

--random takes programs from generate.py, --actors COUNT programs of each mix from generate_reduce.py.
"""
import argparse
import concurrent.futures
import os
import random
import re
import subprocess
import sys
import tempfile

import agree
import generate_reduce
import tier

CONFIGS = ["mbox", "p2p", "bag", "mbox/crash=1", "mbox/loss=1", "mbox/dup=1", "mbox/crash=1,loss=1,dup=1",
           "p2p/crash=1,loss=1", "p2p/loss=1,dup=2", "bag/loss=1", "bag/crash=1,dup=1", "mbox/strict", "p2p/strict"]
ORDERS = ["best", "best,trial=1", "best,trial=50", "best,trial=1000", "hubs-last", "narrow", "in-line", "created"]
LINE = re.compile(r"^(\S+): (holds|unknown|spurious|violated|refused)(?:, (\d+) states)?")
AT_ONCE = 20  # programs
SOON = 3  # seconds; what takes longer is looked at once more


def draw_mode(dice):
    """As search.h has it."""
    mode = ["sets", f"order={dice.choice(ORDERS)}", f"cache={dice.choice([0, 1, 1, 2, 5, 9])}",
            f"collects={dice.randint(0, 1)}"]
    if dice.randint(0, 2) == 0:
        mode.append(f"room={dice.choice([4000, 30000, 300000])}")
    if dice.randint(0, 2) == 0:
        mode.append(f"numbers={dice.choice([100, 500, 2000, 5000])}")
    return ",".join(mode)


def may_give_up(mode):
    return "room" in mode or "numbers" in mode


def read(text):
    """By program and test: what was found, as a dictionary."""
    found, path = {}, None
    for line in text.splitlines():
        if line.startswith("## "):
            path = line[3:]
        elif line.startswith("# "):
            pass  # the mode
        elif line.startswith("  #"):
            test["digest"] = line
        elif line.startswith("  "):
            test["locals"].append(line)
        else:
            name, verdict, states = LINE.match(line).groups()
            if verdict == "spurious":  # there is one, and no room to say how one gets there
                verdict = "unknown"
            test = found[path, name] = {"verdict": verdict, "states": int(states or 0), "locals": [], "line": line}
    return found


def run(options, arguments, seconds=60, timeout=1800):
    done = subprocess.run([options.checker, "-b", "-l", "-g", "-t", str(seconds), "-s", str(options.states)] + arguments,
                          capture_output=True, text=True, timeout=timeout)
    if done.returncode not in (0, 1, 3) or done.stderr:
        raise ValueError(f"exit code {done.returncode} ...{done.stdout[-500:]}{done.stderr[-3000:]}")
    return read(done.stdout)


def difference(explicit, sets, has_little_room):
    """None: there is none."""
    if sets["verdict"] == "spurious" and has_little_room and explicit["verdict"] != "holds":
        return None  # the violation is there, and no room to tell how to get to it
    if sets["verdict"] == "unknown" and (explicit["verdict"] != "holds" or has_little_room):
        return None  # there are more states than the limit says, and a violation among those that are left
    if explicit["verdict"] == "unknown":
        if sets["verdict"] == "holds" and sets["states"] <= explicit["states"]:
            return "fewer states than were seen"
        return None
    if sets["verdict"] != explicit["verdict"]:
        return "other verdict"
    if sets["verdict"] != "holds":
        return None
    for what in ("states", "digest"):
        if sets[what] != explicit[what]:
            return f"other {what}"
    if sets["locals"] != explicit["locals"]:
        return f"other local states, {sorted(set(sets['locals']) ^ set(explicit['locals']))[:3]}"
    return None


def compare(options, paths, config):
    """What is wrong, and how many tests agreed, were refused, were not finished."""
    dice = random.Random("".join(os.path.basename(p) for p in paths) + config)
    problems, agreed, refused, cut = [], 0, 0, 0
    common = agree.flags(config)
    mode = "explicit"
    try:
        wanted = run(options, common + ["-d"] + paths)
        for mode in ["sets"] + [draw_mode(dice) for _ in range(options.modes - 1)]:
            found = run(options, common + ["-r", mode] + paths, SOON)
            for key, explicit in wanted.items():
                sets = found[key]
                if sets["verdict"] == "refused":
                    refused += 1
                    continue
                problem = difference(explicit, sets, may_give_up(mode))
                if problem and sets["verdict"] == "unknown":
                    sets = run(options, common + ["-r", mode, key[0]])[key]
                    problem = difference(explicit, sets, False)
                if problem:
                    problems.append(f"{os.path.relpath(key[0])} [{config}] {mode}: {problem}\n"
                                    f"    explicit: {explicit['line']}\n    sets: {sets['line']}")
                elif "unknown" in (explicit["verdict"], sets["verdict"]):
                    cut += 1
                else:
                    agreed += 1
    except (ValueError, KeyError, subprocess.TimeoutExpired) as why:
        if len(paths) > 1:  # which of them is it?
            return merge(compare(options, [path], config) for path in paths)
        problems.append(f"{paths[0]} [{config}] {mode}: {why}")
    return problems, agreed, refused, cut


def lost(checker, config, mode, path):
    """What is wrong with one program in one mode, or None; may be bag/deadlock, as for hunt.c."""
    options = argparse.Namespace(checker=checker, states=20000)
    common = agree.flags(config) + ([] if config.endswith("/deadlock") else ["-w"])
    wanted = run(options, common + ["-d", path])
    try:
        found = run(options, common + ["-r", mode, path], timeout=150)
    except subprocess.TimeoutExpired:
        return "it does not end"
    problems = [difference(wanted[key], found[key], may_give_up(mode)) for key in wanted
                if found[key]["verdict"] != "refused"]
    return next(filter(None, problems), None)


def merge(results):
    problems, agreed, refused, cut = [], 0, 0, 0
    for more, a, r, c in results:
        problems += more
        agreed, refused, cut = agreed + a, refused + r, cut + c
    return problems, agreed, refused, cut


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("checker")
    parser.add_argument("paths", nargs="*")
    parser.add_argument("-s", dest="states", type=int, default=20000)
    parser.add_argument("-c", dest="configs", action="append")
    parser.add_argument("--modes", type=int, default=2)
    parser.add_argument("--random", type=tier.count, default=0)
    parser.add_argument("--actors", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile")
    parser.add_argument("-j", dest="jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_intermixed_args()
    failed = agreed = refused = cut = 0
    with tempfile.TemporaryDirectory() as folder:
        if options.random:
            agree.generate(options, folder)
        for mix in generate_reduce.MIXES if options.actors else []:
            for seed in range(options.seed, options.seed + options.actors):
                generate_reduce.write(mix, seed, folder)
        paths = [p for p in agree.programs_below(options.paths + [folder]) if p.endswith(".p")]
        jobs = [(paths[i:i + AT_ONCE], config) for i in range(0, len(paths), AT_ONCE)
                for config in options.configs or CONFIGS]
        with concurrent.futures.ThreadPoolExecutor(max_workers=options.jobs) as pool:
            for problems, a, r, c in pool.map(lambda j: compare(options, *j), jobs):
                agreed, refused, cut, failed = agreed + a, refused + r, cut + c, failed + len(problems)
                for problem in problems:
                    print(problem, flush=True)
    print(f"{agreed} agree, {failed} differ, {refused} refused, {cut} not finished")
    return 1 if failed or not agreed else 0


if __name__ == "__main__":
    sys.exit(main())
