#!/usr/bin/env python3
"""How fast is the front end?  Parse, check and lower a generated program of 200,000 lines.

usage: frontend.py BUILD_FOLDER [LINES]

Reports the best of seven runs on one core, lines per second and peak memory, and the
same for reading the file alone (wc), as a yardstick for the machine.  The goal: under
1 s and under 400 MB.
"""
import os
import subprocess
import sys
import time

RUNS = 7


def measure(command):
    """Best wall time of a command, and its peak memory in MB."""
    best = None
    for _ in range(RUNS):
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - start
        if status != 0:
            sys.exit(f"{command} failed")
        if best is None or seconds < best[0]:
            best = (seconds, usage.ru_maxrss / 1024)
    return best


def main():
    build = sys.argv[1]
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 200000
    out = os.path.join(os.path.dirname(os.path.abspath(__file__)), "out")
    os.makedirs(out, exist_ok=True)
    model = os.path.join(out, "frontend.p")
    with open(model, "w") as f:
        subprocess.run([os.path.join(build, "bench", "generate-model"), str(wanted)],
                       stdout=f, check=True)
    with open(model, "rb") as f:
        lines = sum(1 for _ in f)
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    words, _ = measure(["wc", model])
    seconds, megabytes = measure([os.path.join(build, "synod"), "compile", "-q", model])
    print(f"program    {lines:,} lines, {os.path.getsize(model) / 1e6:.1f} MB")
    print(f"synod      {seconds:.3f} s, {lines / seconds:,.0f} lines/s, {megabytes:.0f} MB")
    print(f"wc         {words:.3f} s, so compiling costs {seconds / words:.1f} times counting the words")
    within = seconds < 1.0 and megabytes < 400
    print("within the goal of 1 s and 400 MB" if within else "OVER THE GOAL of 1 s and 400 MB")
    return 0 if within else 1


if __name__ == "__main__":
    sys.exit(main())
