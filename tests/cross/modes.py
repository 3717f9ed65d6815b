#!/usr/bin/env python3
"""Compares the searches of the explicit engine with each other: all must find the same.

usage: modes.py CHECKER [-s STATES] [-c CONFIG]... [--random COUNT [--seed SEED] [--profile NAME]]
                [--modes COUNT] [FOLDER-OR-FILE...]

The reference is the depth-first search over the graph of states.  The searches over the tree of components
run with several threads, and with tables so small that rare events happen all the time.  If a
program holds, states, transitions, final states and resting local states must be equal; a limit of exactly
that many states must suffice, and one less must not.  If it does not hold, all breadth-first searches
must find a violation after the same number of steps.

The name of a program determines the COUNT modes in which it is explored.
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
import tier

CONFIGS = ["mbox", "p2p", "bag", "mbox/crash=1", "mbox/loss=1", "mbox/dup=1", "mbox/crash=1,loss=1,dup=1",
           "p2p/crash=1,loss=1", "p2p/dup=1", "bag/loss=1", "bag/crash=1,dup=1", "mbox/strict"]
LINE = re.compile(r"^(\S+): (holds|unknown|violated)(.*)$")
COUNTS = re.compile(r", (\d+) states, (\d+) transitions, (\d+) ends")
STEPS = re.compile(r" after (\d+) steps$")


def draw_modes(dice, count):
    """Options of the checker, the plainest first."""
    modes = [["-l"]]
    while len(modes) < count:
        tuning = [f"cache={dice.randint(1, 4)}", f"id={dice.randint(1, 6)}",
                  f"pilot={dice.choice([1, 20, 50, 200])}", "shared=1"]
        spills = dice.choice([True, False])
        if spills:
            tuning.append(f"budget={dice.choice([1, 40000])}")
        modes.append(["-j", str(dice.randint(1, 4)), "-u", ",".join(tuning)] +
                     (["-p", tempfile.gettempdir()] if spills else []))
    return modes[:count]


def run(options, arguments):
    """By test: verdict, counts or steps, local states."""
    done = subprocess.run([options.checker, "-t", "60"] + arguments, capture_output=True, text=True,
                          timeout=600)
    if done.returncode not in (0, 1, 3) or done.stderr:
        raise ValueError(f"exit code {done.returncode}: {done.stdout[-500:]}{done.stderr[-3000:]}")
    tests = {}
    for line in done.stdout.splitlines():
        if line.startswith("  "):
            tests[name]["locals"].append(line)
            continue
        name, verdict, rest = LINE.match(line).groups()
        numbers = (STEPS if verdict == "violated" else COUNTS).search(rest).groups()
        tests[name] = {"verdict": verdict, "numbers": [int(n) for n in numbers], "locals": []}
    return tests


def differences(wanted, found, is_cut=False):
    """Where depth is the limit, the numbers of what is unknown are the same too."""
    for name, one in wanted.items():
        other = found[name]
        if one["verdict"] != other["verdict"]:
            # A violation may be on either side of a limit.
            if {one["verdict"], other["verdict"]} != {"unknown", "violated"}:
                yield f"{name}: {other['verdict']} {other['numbers']}, not {one['verdict']} {one['numbers']}"
        elif (is_cut or one["verdict"] != "unknown") and one["numbers"] != other["numbers"]:
            yield f"{name}: {other['verdict']} with {other['numbers']}, not {one['numbers']}"
        elif one["locals"] and other["locals"] and one["locals"] != other["locals"]:
            lines = sorted(set(one["locals"]) ^ set(other["locals"]))
            yield f"{name}: other local states, {lines[:3]}"


def limit_differences(options, arguments, tests):
    """The limit of states is exact; for programs of one test that holds."""
    [test] = tests.values()
    states = test["numbers"][0]
    for limit, verdict in ((states, "holds"), (states - 1, "unknown")):
        if limit > 0:
            [found] = run(options, arguments + ["-s", str(limit)]).values()
            # The limit is one of the outcomes of a step too.
            if found["verdict"] != verdict and not (limit < 8 and found["verdict"] == "unknown"):
                yield f"limit {limit} of {states}: {found['verdict']}"


def compare_mode(options, common, mode, wanted):
    """What is wrong with one mode; steps of violations are noted where they are not known yet."""
    # Without a limit states are counted elsewhere.
    has_limit = "-l" in mode or any(test["verdict"] != "holds" for test in wanted.values())
    found = run(options, common + mode + ["-s", str(options.states if has_limit else 0)])
    for name, test in found.items():
        if wanted[name]["numbers"] is None and test["verdict"] == "violated":
            wanted[name]["numbers"] = test["numbers"]
    yield from differences(wanted, found)
    if [test["verdict"] for test in found.values()] == ["holds"]:
        yield from limit_differences(options, common + mode, found)


def compare(options, path, config):
    """What is wrong, and how many searches were compared."""
    common = agree.flags(config) + [path]
    dice = random.Random(os.path.basename(path) + config)
    modes = draw_modes(dice, options.modes)
    problems = []
    mode = ["-d", "-l"]
    try:
        wanted = run(options, common + mode + ["-s", str(options.states)])
        # After how many steps, only breadth-first searches agree on.
        for test in wanted.values():
            if test["verdict"] == "violated":
                test["numbers"] = None
        for mode in modes:
            problems += [f"{' '.join(mode)}: {d}" for d in compare_mode(options, common, mode, wanted)]
        common += ["-m", str(dice.randint(1, 9)), "-s", "0"]
        wanted = run(options, common)
        for mode in modes[1:3]:
            found = run(options, common + mode)
            problems += [f"{' '.join(common + mode)}: {d}" for d in differences(wanted, found, True)]
    except (ValueError, subprocess.TimeoutExpired) as why:
        problems.append(f"{' '.join(mode)}: {why}")
    return problems, len(modes)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("checker")
    parser.add_argument("paths", nargs="*")
    parser.add_argument("-s", dest="states", type=int, default=20000)
    parser.add_argument("-c", dest="configs", action="append")
    parser.add_argument("--modes", type=int, default=5)
    parser.add_argument("--random", type=tier.count, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile")
    options = parser.parse_intermixed_args()
    searches = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        if options.random:
            agree.generate(options, folder)
        paths = list(agree.programs_below(options.paths + [folder]))
        jobs = [(path, config) for path in paths for config in options.configs or CONFIGS]
        with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
            for job, (problems, count) in zip(jobs, pool.map(lambda j: compare(options, *j), jobs)):
                searches += count
                failed += len(problems)
                for problem in problems:
                    print(f"{os.path.relpath(job[0])} [{job[1]}]: {problem}", flush=True)
    print(f"{searches} searches, {failed} differ")
    return 1 if failed or not searches else 0


if __name__ == "__main__":
    sys.exit(main())
