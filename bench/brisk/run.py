#!/usr/bin/env python3
"""Table 6.1 of the Brisk paper with Synod's figures beside the paper's, and the goals for speed.

usage: run.py SYNOD [--quick] [--runs N] [--out FILE]

Every program of examples/icet is proved N times (default 50, --quick: 10) with `synod check`, on one core;
the median wall time from exec to exit counts.  Its faulty variants are refused, with the exploration of
instances switched off; the slowest one counts.  Then theque grown to ten times its size (grow.py).

Exit code: 1 if a program is not proved, a faulty one is, or a goal is missed.
"""
import argparse
import glob
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from report import Report

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
OUT = os.path.join(ROOT, "bench", "out", "brisk")
PROGRAMS = os.path.join(ROOT, "examples", "icet")
GOAL_MS, THEQUE_MS, GROWN_MS = 5, 20, 200
NO_INSTANCES = "--instance-time=0"

# Program; parameters, lines and terms of the paper's, milliseconds of Brisk, and the least N that SPIN could
# not do in 60 seconds and 8 GB (None: no parameters, or it could).
TABLE = [
    ("ex2", 1, 14, 69, 20, None),
    ("ex3", 1, 13, 57, 20, 11),
    ("pingdet", 1, 17, 83, 20, 13),
    ("pingiter", 1, 19, 63, 20, 11),
    ("pingsym", 1, 13, 44, 30, 10),
    ("pingsym2", 1, 43, 140, 30, 7),
    ("concdb", 1, 54, 265, 20, 6),
    ("distdb", 2, 42, 218, 20, 2),
    ("firewall", 1, 45, 201, 30, 9),
    ("lockserver", 1, 28, 109, 30, 12),
    ("mapreduce", 2, 64, 205, 30, 4),
    ("parikh", 0, 35, 173, 20, None),
    ("registry", 1, 40, 171, 30, 10),
    ("twobuyers", 0, 59, 332, 20, None),
    ("2pcommit", 1, 47, 281, 50, 6),
    ("worksteal", 2, 39, 141, 40, 5),
    ("theque", 3, 576, 1443, 100, 3),
]


class Bench(Report):
    def __init__(self, settings):
        super().__init__()
        self.settings = settings
        self.synod = os.path.abspath(shutil.which(settings.synod) or settings.synod)
        os.makedirs(OUT, exist_ok=True)
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

    def once(self, command):
        """Exit code and wall milliseconds."""
        start = time.perf_counter()
        child = os.posix_spawn(command[0], command, os.environ, file_actions=[
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)])
        _, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status), 1000 * (time.perf_counter() - start)

    def measure(self, path, expected, options=()):
        """The median milliseconds; the first run warms up."""
        command = [self.synod, "check", *options, path]
        runs = [self.once(command) for _ in range(self.settings.runs + 1)]
        if any(code not in expected for code, _ in runs):
            self.complain(f"{os.path.basename(path)}: exit code {runs[0][0]}")
        return statistics.median(ms for _, ms in runs[1:])

    def rules(self, path):
        """How many rules the proof took."""
        report = os.path.join(OUT, "result.json")
        subprocess.run([self.synod, "check", "--quiet", f"--json={report}", NO_INSTANCES, path],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(report) as f:
            return json.load(f)["results"][0]["proof"]["rules"]

    def judge(self, ms, goal):
        """The time as it is shown."""
        if ms >= goal:
            self.is_good = False
            return f"{ms:.1f} **over {goal}**"
        return f"{ms:.1f}"


def lines_of_code(path):
    with open(path) as f:
        return sum(1 for line in f if re.sub(r"//.*", "", line).strip())


def faulty(bench, name):
    """The slowest refusal."""
    paths = sorted(glob.glob(os.path.join(PROGRAMS, "faulty", f"{name}-*.icet")))
    return len(paths), max(bench.measure(path, (1, 2, 3), [NO_INSTANCES]) for path in paths)


def table(bench):
    bench.say("## Table 6.1\n")
    bench.say("Milliseconds from exec to exit, the median. Lines without comments and empty ones. The paper's programs are "
              "in Haskell; SPIN is given 60 s and 8 GB for an instance.\n")
    bench.say("| program | parameters | SPIN fails at | lines: paper, ours | Brisk, ms | Synod, ms | goal | rules "
              "| faulty variants, slowest in ms |")
    bench.say("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, parameters, lines, _, brisk, spin in TABLE:
        path = os.path.join(PROGRAMS, name + ".icet")
        goal = THEQUE_MS if name == "theque" else GOAL_MS
        ms = bench.measure(path, (0,))
        count, slowest = faulty(bench, name)
        bench.say(f"| {name} | {parameters} | {spin or '-'} | {lines}, {lines_of_code(path)} | {brisk} "
                  f"| {bench.judge(ms, goal)} | {goal} | {bench.rules(path)} "
                  f"| {count}, {bench.judge(slowest, goal)} |")
    bench.say()


def grown(bench):
    bench.say("## Ten times theque\n")
    bench.say("| what | lines | Synod, ms | goal | rules |")
    bench.say("| --- | --- | --- | --- | --- |")
    for kind, text in (("groups", "ten file stores side by side"), ("code", "ten times the code of client and master")):
        path = os.path.join(OUT, f"theque-{kind}.icet")
        with open(path, "w") as f:
            subprocess.run([sys.executable, os.path.join(HERE, "grow.py"), kind], stdout=f, check=True)
        ms = bench.measure(path, (0,))
        bench.say(f"| {text} | {lines_of_code(path)} | {bench.judge(ms, GROWN_MS)} | {GROWN_MS} | {bench.rules(path)} |")
    bench.say(f"\nA program that does nothing (`true`) takes {nothing(bench):.1f} ms.")


def nothing(bench):
    return statistics.median(bench.once([shutil.which("true")])[1] for _ in range(bench.settings.runs))


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("synod")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--runs", type=int)
    parser.add_argument("--out")
    settings = parser.parse_args()
    settings.runs = settings.runs or (10 if settings.quick else 50)
    return settings


def main():
    bench = Bench(arguments())
    table(bench)
    grown(bench)
    if bench.settings.out:
        bench.write(bench.settings.out, "Synod and the table of the Brisk paper", "bench/brisk/run.py",
                    ["the paper's machine: 2.8 GHz Intel Xeon"])
    return 0 if bench.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
