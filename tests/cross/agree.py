#!/usr/bin/env python3
"""Compares the engines with the naive explorer on the same programs.

usage: agree.py NAIVE CHECKER [-s STATES] [-c CONFIG]... [--random COUNT [--seed SEED]
                [--profile NAME]] [--dpor | --sets] [FOLDER-OR-FILE...]

If naive finds no violation, the checker must find none and reach the same resting local
states of every machine and monitor.  If naive finds violations, the checker must find one
of them (same kind and line), and its trace must replay.  A program that either explorer
does not finish is counted and not compared.

A configuration is a network and a list of faults, such as mbox, bag, p2p/loss=1, mbox/strict,crash=1; "unfair" makes
choices unfair, "narrow=2" tries only two alternatives of each, and "split=4" lets the checker split steps that have more than four
outcomes, which naive never hears of.  The default is all of CONFIGS.

--dpor compares the dpor engine.  It also reports local states that a machine only passes
through (its message to itself is already there), so it may report more local states than
naive, but none may be missing.  --sets compares the engine sets.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

import tier

CONFIGS = ["mbox", "p2p", "causal", "bag", "mbox/crash=1", "mbox/loss=1", "mbox/dup=1",
           "p2p/crash=1,loss=1", "causal/dup=1", "bag/loss=1", "mbox/strict", "mbox/unfair", "p2p/unfair", "bag/unfair",
           "mbox/narrow=2", "bag/unfair,narrow=2", "mbox/split=1", "p2p/split=2", "causal/split=1", "bag/split=1",
          "mbox/split=1,crash=1", "p2p/split=1,loss=1"]
DPOR_CONFIGS = ["mbox", "p2p", "causal", "bag", "mbox/loss=1", "p2p/loss=1", "causal/loss=1", "bag/loss=1",
                "mbox/strict", "p2p/strict", "mbox/crash=1", "mbox/dup=1", "p2p/crash=1", "p2p/dup=1", "causal/crash=1",
                "causal/dup=1", "bag/crash=1", "bag/dup=1", "mbox/crash=1,loss=1", "mbox/crash=2,dup=1", "p2p/crash=1,loss=1,dup=1"]
NAIVE_UNFAIR = "-u"  # naive's flag
VIOLATION = re.compile(r"^(.*?): violated: (\S+)(?: at .*?:(\d+))? after", re.M)
SUMMARY = re.compile(r"^(\S+): (holds|unknown|explored|refused)(?:, (\d+) states|: )", re.M)


def flags(config, unfair=None):
    network, _, rest = config.partition("/")
    result = ["-n", network]
    if unfair and "unfair" in rest:
        result.append(unfair)
    words = [word for word in rest.split(",") if "=" in word]
    faults = [word for word in words if not word.startswith(("narrow=", "split="))]
    for word in words:
        if word.startswith("narrow="):
            result += ["-N", word.removeprefix("narrow=")]
        if word.startswith("split=") and unfair != NAIVE_UNFAIR:
            result += ["-S", word.removeprefix("split=")]
    if "strict" in rest:
        result.append("-q")
    if faults:
        result += ["-f", ",".join(faults)]
    return result


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode not in (0, 1, 3):
        return None, f"exit code {done.returncode}: {done.stdout[-500:]}{done.stderr[-500:]}"
    tests = {}
    current = None
    for line in done.stdout.splitlines():
        if line.startswith("  "):
            tests[current]["locals"].add(line)
            continue
        violated, summary = VIOLATION.match(line), SUMMARY.match(line)
        if not violated and not summary:
            return None, f"cannot read '{line}'"
        current = (violated or summary).group(1)
        test = tests.setdefault(current, {"faults": set(), "verdict": "violated", "locals": set()})
        if violated:
            # Where a runaway is noticed depends on how instructions are counted.
            line_number = 0 if violated.group(2) == "runaway" else int(violated.group(3) or 0)
            test["faults"].add((violated.group(2), line_number))
        else:
            test["verdict"] = summary.group(2)
            test["states"] = int(summary.group(3) or 0)
    return tests, None


def compare_test(naive, checker, may_have_more):
    """None: they agree; '': not decided; else what is wrong."""
    if checker["verdict"] in ("unknown", "refused"):
        return ""
    if checker["faults"]:
        if naive["faults"] >= checker["faults"]:
            return None
        if naive["verdict"] == "unknown":
            return ""
        return f"the checker finds {sorted(checker['faults'])}, naive {sorted(naive['faults'])}"
    if naive["faults"]:
        return f"the checker finds nothing, naive {sorted(naive['faults'])}"
    if naive["verdict"] == "unknown":
        return ""
    missing = sorted(naive["locals"] - checker["locals"])
    extra = sorted(checker["locals"] - naive["locals"])
    if missing or (extra and not may_have_more):
        return (f"local states: {len(missing)} missing {missing[:3]}, {len(extra)} too many "
                f"{extra[:3]}")
    return None


def compare(options, path, config):
    naive, why = run([options.naive, "-a", "-l", "-s", str(options.states), "-t", "20", path]
                     + flags(config, NAIVE_UNFAIR))
    if naive is None:
        return [f"naive: {why}"], 0, 0
    engine = ["-e"] if options.dpor else ["-x"] if options.sets else []
    checker, why = run([options.checker, "-l", "-s", str(options.states * 2), "-t", "20", path]
                       + engine + flags(config, "-c"))
    if checker is None:
        return [f"checker: {why}"], 0, 0
    problems, agreed, open_ = [], 0, 0
    for name, result in naive.items():
        found = compare_test(result, checker[name], options.dpor and not options.exact)
        if found is None:
            agreed += 1
        elif found == "":
            open_ += 1
        else:
            problems.append(f"{name}: {found}")
    return problems, agreed, open_


def says(path, what):
    with open(path, encoding="utf-8", errors="replace") as f:
        return what in f.read()


def is_for_naive(path):
    """Some programs of the suite would keep the naive explorer busy for ever, and say so."""
    return path.endswith(".p") and not says(path, "// not for naive")


def configs_of(path, configs):
    """Some take it seconds, and have one machine without choice of what to do next."""
    return configs[:1] if path.endswith(".p") and says(path, "// once for naive") else configs


def programs_below(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for root, _, names in os.walk(path):
            yield from (p for n in sorted(names) if is_for_naive(p := os.path.join(root, n)))


def generate(options, folder):
    command = [sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "generate.py"),
               "--out", folder, "--count", str(options.random), "--seed", str(options.seed)]
    if options.profile:
        command += ["--profile", options.profile]
    subprocess.run(command, check=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("naive")
    parser.add_argument("checker")
    parser.add_argument("paths", nargs="*")
    parser.add_argument("-s", dest="states", type=int, default=20000)
    parser.add_argument("-c", dest="configs", action="append")
    parser.add_argument("--random", type=tier.count, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile")
    parser.add_argument("--dpor", action="store_true")
    parser.add_argument("--sets", action="store_true")
    parser.add_argument("--exact", action="store_true")
    options = parser.parse_intermixed_args()
    failed = agreed = undecided = 0
    with tempfile.TemporaryDirectory() as folder:
        if options.random:
            generate(options, folder)
        paths = list(programs_below(options.paths + [folder]))
        configs = options.configs or (DPOR_CONFIGS if options.dpor else CONFIGS)
        jobs = [(path, config) for path in paths for config in configs_of(path, configs)]
        with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
            results = pool.map(lambda job: compare(options, *job), jobs)
            for (path, config), (problems, same, open_) in zip(jobs, results):
                agreed += same
                undecided += open_
                failed += len(problems)
                for problem in problems:
                    print(f"{os.path.relpath(path)} [{config}]: {problem}", flush=True)
    print(f"{agreed} agree, {failed} disagree, {undecided} not decided")
    return 1 if failed or not agreed else 0


if __name__ == "__main__":
    sys.exit(main())
