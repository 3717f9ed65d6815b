#!/usr/bin/env python3
"""What shrinking makes of long counterexamples, against the shortest ones there are.

usage: bench/shrink.py SYNOD [--write FILE]

Each bug is found by sampling (long runs), with and without shrinking, and breadth first (a shortest run).
Steps are counted, and how often another machine has its turn; seconds are those of the whole command.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUGS = [("client-server", "tcAbsentMindedTwoClients"), ("two-phase-commit", "tcHastyAtomicity"),
        ("two-phase-commit", "tcHastyUnanimity"), ("lock-server", "tcUnfenced"), ("lock-server", "tcForgetfulToken"),
        ("german", "tcHastyThreeCaches"), ("paxos", "tcHeadstrong"), ("paxos", "tcForgetful"),
        ("chain-replication", "tcAmnesiacThreeNodes"), ("raft", "tcHastyTwoEntries"), ("replicated-kv", "tcLazyTwoReads"),
        ("failure-detector", "tcNotPerfect"), ("token-ring", "tcTwoTokens")]
SAMPLED = ["--engine=sample", "--schedules=200000", "--max-time=60"]
SEEDS = range(1, 11)


def find(synod, example, test, *options):
    """Steps, changes of machine and seconds of a counterexample; None: none was found."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.json")
        start = time.monotonic()
        subprocess.run([synod, "check", "-q", f"examples/{example}", "-t", test, "--json", out, *options], cwd=ROOT,
                       stdout=subprocess.DEVNULL)
        seconds = time.monotonic() - start
        with open(out) as f:
            result = json.load(f)["results"][0]
    if "trace" not in result:
        return None
    who = [step["who"] for step in result["trace"]["steps"]]
    return len(who), sum(a != b for a, b in zip(who, who[1:])), seconds


def longest(synod, example, test):
    """Of several seeds, the one with the longest run."""
    runs = [(find(synod, example, test, *SAMPLED, "--no-shrink", f"--seed={seed}"), seed) for seed in SEEDS]
    return max((run for run in runs if run[0] is not None), default=(None, 0))


def main():
    synod = os.path.abspath(sys.argv[1])
    lines = ["| bug | sampled | shrunk | shortest | seconds sampled | with shrinking |", "| --- | --- | --- | --- | --- | --- |"]
    sums = [0, 0, 0]
    for example, test in BUGS:
        plain, seed = longest(synod, example, test)
        shrunk = find(synod, example, test, *SAMPLED, f"--seed={seed}")
        shortest = find(synod, example, test)
        if plain is None or shortest is None:
            lines.append(f"| {test} | not found | | | | |")
            continue
        found = [plain, shrunk, shortest]
        sums = [s + f[0] for s, f in zip(sums, found)]
        lines.append(f"| {test} | " + " | ".join(f"{steps} ({changes})" for steps, changes, _ in found) +
                     f" | {plain[2]:.2f} | {shrunk[2]:.2f} |")
        print(lines[-1], flush=True)
    lines.append(f"| all | {sums[0]} | {sums[1]} ({sums[1] / sums[0]:.2f}) | {sums[2]} ({sums[2] / sums[0]:.2f}) | | |")
    print(lines[-1])
    if "--write" in sys.argv:
        with open(sys.argv[sys.argv.index("--write") + 1], "w") as f:
            f.write("# Steps of counterexamples, before and after shrinking\n\n"
                    "`bench/shrink.py build/synod`: of ten seeds, the longest run that sampling finds. In brackets how often another\n"
                    "machine has its turn.\n\n" + "\n".join(lines) + "\n")


if __name__ == "__main__":
    sys.exit(main())
