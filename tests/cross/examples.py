#!/usr/bin/env python3
"""Compares the naive explorer with the verdicts that the examples state.

usage: examples.py NAIVE EXAMPLES [STATES]

A run is undecided if the explorer does not finish it within STATES (default 20000) states, or if
a cycle in a hot state violates it (the explorer does not look for those here).  All other
verdicts must agree.
"""
import concurrent.futures
import os
import re
import subprocess
import sys

TEST = re.compile(r"// expect: ([^\n]*)\n\s*test\s+(?:param\s*\(.*?\)\s*)?(?:assume\s.*?)?"
                  r"(?:pairwise\s+|\(\s*\d+\s*wise\s*\)\s*)?(\w+)\s*\[", re.S)
LINE = re.compile(r"^(\w+): (holds|unknown|violated: (.*?))(?: but for cycles)?(?:,.*)?$")


def claims(folder):
    found = {}
    for top, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".p"):
                with open(os.path.join(top, name)) as f:
                    for verdict, test in TEST.findall(f.read()):
                        found[test] = verdict.strip()
    return found


def judge(claim, verdict, text):
    """True: agrees, None: undecided, False: disagrees."""
    if verdict == "unknown":
        return None
    if claim == "holds":
        return verdict == "holds"
    part = claim.removeprefix("violated: ")
    is_liveness = part == "hot state" or part[:1].isupper()  # the name of the state
    if verdict == "holds":
        return None if is_liveness else False
    return part in text and ("hot state" in text) == is_liveness


def main():
    naive, root = map(os.path.abspath, sys.argv[1:3])
    states = sys.argv[3] if len(sys.argv) > 3 else "20000"
    folders = sorted(top for n in os.listdir(root) if n not in ("c", "icet", "parametric")
                     for top, _, names in os.walk(os.path.join(root, n)) if any(x.endswith(".pproj") for x in names))

    def run(folder):
        return subprocess.run([naive, "-s", states, "-t", "30", folder], capture_output=True, text=True)

    counts = {True: 0, None: 0, False: 0}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for folder, done in zip(folders, pool.map(run, folders)):
            expected = claims(folder)
            for line in done.stdout.splitlines():
                name, verdict, text = LINE.match(line).groups()
                claim = expected.get(name.split("___")[0])
                agrees = claim is not None and judge(claim, verdict.split(":")[0], text or "")
                counts[agrees] += 1
                if agrees is False:
                    print(f"{os.path.basename(folder)}: claims '{claim}', found '{line}'")
            if done.returncode not in (0, 1, 3):
                counts[False] += 1
                print(f"{folder}: exit code {done.returncode} {done.stderr[:300]}")
    print(f"{counts[None]} undecided")
    print(f"{counts[True]} passed, {counts[False]} failed")
    return 1 if counts[False] or not counts[True] else 0


if __name__ == "__main__":
    sys.exit(main())
