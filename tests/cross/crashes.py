#!/usr/bin/env python3
"""Compares explicit crashes with implicit ones, where a crashed machine is a slow one: the verdict must be the same.

usage: crashes.py SYNOD [-s STATES] [--random COUNT [--seed SEED] [--profile NAME]] [FOLDER-OR-FILE...]

If Synod accepts --crash-model=implicit, the verdict must be that of --crash-model=explicit (lemma crash-1 in
src/core/crash.h), under all networks and with other faults.  If both searches saw all states, the coverage must
be the same, too: a machine must not reach anything with crashes that it does not reach without.  The name of
a program determines the options with which it is explored.
"""
import argparse
import concurrent.futures
import json
import os
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import agree

FAULTS = ["crash=1", "crash=2", "crash=255", "crash=1,loss=1", "crash=1,dup=1"]


def draw(path):
    """The engine that explores no crashes, and what all engines are told."""
    dice = random.Random(os.path.basename(path))
    engine = dice.choice(["explicit", "explicit", "dpor", "reduced", "asi"])
    options = [f"--network={dice.choice(['mbox', 'p2p', 'causal', 'bag'])}", f"--faults={dice.choice(FAULTS)}"]
    # Else what has a receive could never be compared.
    return engine, options + (["--no-deadlock"] if dice.random() < 0.7 else [])


def run(options, path, engine, model, drawn):
    """Verdicts and coverage by test; None: refused."""
    limit = f"--max-executions={options.states}" if engine == "dpor" else f"--max-states={options.states}"
    done = subprocess.run([options.synod, "check", "-q", "-Woff", f"--engine={engine}", "-j1", "--no-shrink", limit, "--max-time=10",
                           f"--crash-model={model}", "--json=-", *drawn, path],
                          capture_output=True, text=True, timeout=120)
    if done.returncode == 2:
        return None
    if done.returncode not in (0, 1, 3):
        raise ValueError(f"exit code {done.returncode}: {done.stderr[-2000:]}")
    found = {}
    for result in json.loads(done.stdout)["results"]:
        covered = result.get("coverage")
        lines = covered and [(x["file"], x["hit"]) for x in covered["lines"]]
        # Where crashes may come in between, to do something without end is no fault.
        is_runaway = result["verdict"] == "violated" and result["violation"]["kind"] == "runaway"
        verdict = "exhausted" if result["verdict"] == "proved" else result["verdict"]
        found[result["test"]] = "unknown" if is_runaway else verdict, lines
    return found


def compare(options, path):
    """What differs, and how many tests were compared."""
    engine, drawn = draw(path)
    slow = run(options, path, engine, "implicit", drawn)
    if slow is None:
        return [], 0
    crashed = run(options, path, "explicit", "explicit", drawn)
    problems, compared = [], 0
    for name, (verdict, lines) in slow.items():
        other, other_lines = crashed[name]
        if verdict == "refused" or "unknown" in (verdict, other):
            continue
        compared += 1
        if verdict != other:
            problems.append(f"{name}: {verdict}, but {other} where crashes are explored ({engine} {' '.join(drawn)})")
        elif verdict == "exhausted" and engine == "explicit" and lines != other_lines:
            problems.append(f"{name}: covers something else ({' '.join(drawn)})")
    return problems, compared


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("synod")
    parser.add_argument("paths", nargs="*")
    parser.add_argument("-s", dest="states", type=int, default=20000)
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile")
    options = parser.parse_intermixed_args()
    compared = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        if options.random:
            agree.generate(options, folder)
        paths = list(agree.programs_below(options.paths + [folder]))
        with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
            for path, (problems, count) in zip(paths, pool.map(lambda p: compare(options, p), paths)):
                compared += count
                failed += len(problems)
                for problem in problems:
                    print(f"{os.path.relpath(path)}: {problem}", flush=True)
    print(f"{compared} tests compared, {failed} differ")
    return 1 if failed or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
