#!/usr/bin/env python3
"""How long from the command to the verdict on a small model?

usage: startup.py SYNOD [RUNS]

The median wall time of 20 runs on examples/client-server, from exec to exit.  The goal is under
20 ms for a small test (353 states).  The other lines are there to compare: a test that is
mostly search (42,625 states), and a program that does nothing (true).
"""
import os
import statistics
import subprocess
import sys
import time

MODEL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples", "client-server")
GOAL_MS = 20


def median_ms(command, runs):
    times = []
    for _ in range(runs + 1):  # the first one warms up
        start = time.monotonic()
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        times.append(1000 * (time.monotonic() - start))
        if done.returncode not in (0, 1):
            sys.exit(f"{command} failed with {done.returncode}")
    return statistics.median(times[1:]), max(times[1:])


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    check = [sys.argv[1], "check", MODEL]
    commands = [("tcOneClient", check + ["-t", "tcOneClient"]),
                ("tcTwoClients", check + ["-t", "tcTwoClients"]),
                ("true", ["true"])]
    medians = {}
    for name, command in commands:
        medians[name], worst = median_ms(command, runs)
        print(f"{name:<14} {medians[name]:6.1f} ms (median of {runs}; the worst: {worst:.1f})")
    within = medians["tcOneClient"] < GOAL_MS
    print(f"startup: {medians['tcOneClient']:.1f} ms, " +
          (f"within the goal of {GOAL_MS} ms" if within else f"OVER THE GOAL of {GOAL_MS} ms"))
    return 0 if within else 1


if __name__ == "__main__":
    sys.exit(main())
