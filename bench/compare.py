#!/usr/bin/env python3
"""Two builds of Synod side by side, on every search that the benchmarks make.

usage: compare.py record SYNOD ROWS BENCH...
       compare.py run ROWS OLD NEW [--runs N] [--limit SECONDS] [--jobs N] [--work FOLDER] [--out FILE]

`record` runs bench/BENCH/run.py --quick with a program in the place of SYNOD that notes each command line before it runs it,
and writes the commands to ROWS.  `run` runs each of them with OLD and NEW in turn, N times (default 3), for at most
--limit CPU seconds (default 30), on one core each, and shows the least CPU time, the least peak of memory, and the
ratios of NEW to OLD.  A search that takes longer is stopped after so many states instead, or left out.  Models in C are
compiled with both, into FOLDER, unless they are there.

Exit code: 1 if an exit code, a verdict or a number of states, transitions or executions differs.
"""
import argparse
import concurrent.futures
import json
import math
import os
import queue
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from report import Report

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
SHORT = 0.1  # seconds: below that, the ratio is not told
BOUNDED = {"--engine=explicit", "--engine=reduced", "--engine=asi"}
MANY = 300000  # states: enough of a search that takes too long
COUNTS = ("verdict", "states", "transitions", "terminal", "executions", "blocked")

# Notes the command, and puts itself in front of a model in C that the command makes.
SHIM = """#!/bin/sh
echo "$0 $*" >> {log}
case "$0" in
*/synod) real={synod} ;;
*) real="$0.real" ;;
esac
"$real" "$@"
status=$?
while [ $# -gt 1 ]; do
    if [ "$1" = -o ] && [ -e "$2" ]; then mv "$2" "$2.real"; cp "{shim}" "$2"; fi
    shift
done
exit $status
"""

# ---- Recording ----


def record(settings):
    rows, models = [], {}
    for bench in settings.bench:
        with tempfile.TemporaryDirectory() as folder:
            shim, log = os.path.join(folder, "synod"), os.path.join(folder, "log")
            with open(shim, "w") as f:
                f.write(SHIM.format(log=shlex.quote(log), synod=shlex.quote(os.path.abspath(settings.synod)), shim=shim))
            os.chmod(shim, 0o755)
            subprocess.run([sys.executable, os.path.join(HERE, bench, "run.py"), shim, "--quick"], cwd=ROOT,
                           stdout=subprocess.DEVNULL)
            with open(log) as f:
                commands = [shlex.split(line) for line in f]
        note(bench, commands, rows, models)
    with open(settings.rows, "w") as f:
        json.dump({"rows": rows, "models": models}, f, indent=1)
    print(f"{len(rows)} searches, {len(models)} models in C")


def note(bench, commands, rows, models):
    known = set()
    for program, *arguments in commands:
        program = os.path.basename(program)
        if "-o" in arguments:
            at = arguments.index("-o")
            models[os.path.basename(arguments[at + 1])] = arguments[:at] + arguments[at + 2:]
            continue
        arguments = [os.path.relpath(a, ROOT) if a.startswith(ROOT) else a for a in arguments
                     if not a.startswith(("--json", "--max-time", "--limit")) and a != "--list"]
        if tuple([program, *arguments]) not in known and ("check" in arguments or program != "synod"):
            known.add(tuple([program, *arguments]))
            rows.append({"bench": bench, "program": program, "arguments": arguments})


# ---- Running ----


class Comparison(Report):
    def __init__(self, settings, rows, models):
        super().__init__()
        self.settings, self.rows, self.models = settings, rows, models
        self.work = os.path.abspath(settings.work or tempfile.mkdtemp())
        self.builds = {"old": os.path.abspath(settings.old), "new": os.path.abspath(settings.new)}
        self.measurer = os.path.join(self.work, "measure")
        self.cores = queue.Queue()
        for core in sorted(os.sched_getaffinity(0))[-settings.jobs:]:
            self.cores.put(core)

    def build(self):
        os.makedirs(self.work, exist_ok=True)
        if not os.path.exists(self.measurer):
            subprocess.run(["gcc", "-O2", "-o", self.measurer, os.path.join(HERE, "peers", "measure.c")], check=True)
        for build, synod in self.builds.items():
            os.makedirs(os.path.join(self.work, build), exist_ok=True)
            for name, arguments in self.models.items():
                path = os.path.join(self.work, build, name)
                if not os.path.exists(path):
                    subprocess.run([synod, *arguments, "-o", path], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)

    def measure(self, build, row, folder):
        """Exit code, CPU seconds, peak of memory in MB, counts."""
        program = self.builds[build] if row["program"] == "synod" else os.path.join(self.work, build, row["program"])
        numbers, result = os.path.join(folder, "measure.txt"), os.path.join(folder, "result.json")
        command = [program, *row["arguments"], f"--json={result}", f"--max-time={2 * self.settings.limit}"]
        subprocess.run([self.measurer, numbers, str(self.settings.limit), *command], cwd=ROOT,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(numbers) as f:
            status, cpu, _, peak = f.read().split()
        if int(status) < 0 or not os.path.exists(result):
            return None
        with open(result) as f:
            counts = [{name: r.get(name) for name in COUNTS} for r in json.load(f)["results"]]
        os.remove(result)
        return int(status), float(cpu), int(peak) / 2**20, counts

    def compare(self, row):
        core = self.cores.get()
        try:
            with tempfile.TemporaryDirectory() as folder:
                os.sched_setaffinity(0, {core})
                found = self.compare_in(row, folder)
                if found is None and BOUNDED.intersection(row["arguments"]):
                    row["arguments"].append(f"--max-states={MANY}")
                    found = self.compare_in(row, folder)
                return found
        finally:
            self.cores.put(core)

    def compare_in(self, row, folder):
        found = {"old": [], "new": []}
        for turn in range(self.settings.runs):
            for build in ("old", "new") if turn % 2 == 0 else ("new", "old"):
                one = self.measure(build, row, folder)
                if one is None:
                    return None
                found[build].append(one)
        return {build: {"status": runs[0][0], "cpu": min(r[1] for r in runs), "peak": min(r[2] for r in runs),
                        "counts": runs[0][3]} for build, runs in found.items()}

    def run(self):
        self.build()
        with concurrent.futures.ThreadPoolExecutor(self.settings.jobs) as pool:
            found = list(pool.map(self.compare, self.rows))
        for bench in dict.fromkeys(row["bench"] for row in self.rows):
            self.show(bench, [(row, x) for row, x in zip(self.rows, found) if row["bench"] == bench])

    def show(self, bench, rows):
        done = [(row, x) for row, x in rows if x is not None]
        self.say(f"\n## {bench}\n\n| search | old s | new s | ratio | old MB | new MB | ratio |")
        self.say("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
        ratios = []
        for row, x in done:
            old, new = x["old"], x["new"]
            name = " ".join([row["program"], *row["arguments"]])
            if old["status"] != new["status"] or old["counts"] != new["counts"]:
                self.complain(f"{name}: {old} and {new}")
            if old["cpu"] < SHORT:
                continue
            ratios.append((new["cpu"] / old["cpu"], new["peak"] / old["peak"]))
            self.say(f"| `{short(name)}` | {old['cpu']:.2f} | {new['cpu']:.2f} | {ratios[-1][0]:.3f} "
                     f"| {old['peak']:.1f} | {new['peak']:.1f} | {ratios[-1][1]:.3f} |")
        self.say(f"\n{len(done)} searches, {len(rows) - len(done)} left out (too long), {len(done) - len(ratios)} not shown "
                 f"(under {SHORT} s).")
        if ratios:
            time, memory = zip(*ratios)
            self.say(f"Time: {mean(time):.3f} (geometric mean), {min(time):.3f} to {max(time):.3f}.  "
                     f"Memory: {mean(memory):.3f}, {min(memory):.3f} to {max(memory):.3f}.")


def short(name):
    drop = ("check", "--quiet", "--no-shrink", "-j1", "synod")
    return " ".join(word for word in name.split() if word not in drop and not word.startswith("--max-memory"))


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def run(settings):
    with open(settings.rows) as f:
        recorded = json.load(f)
    comparison = Comparison(settings, recorded["rows"], recorded["models"])
    comparison.run()
    if settings.work is None:
        shutil.rmtree(comparison.work)
    if settings.out:
        comparison.write(settings.out, "Two builds side by side", "bench/compare.py",
                         [f"the least of {settings.runs} runs each, in turn, {settings.jobs} at a time on a core each"])
    return 0 if comparison.is_good else 1


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    first = commands.add_parser("record")
    first.add_argument("synod")
    first.add_argument("rows")
    first.add_argument("bench", nargs="+")
    second = commands.add_parser("run")
    second.add_argument("rows")
    second.add_argument("old")
    second.add_argument("new")
    second.add_argument("--runs", type=int, default=3)
    second.add_argument("--limit", type=int, default=30)
    second.add_argument("--jobs", type=int, default=1)
    second.add_argument("--work")
    second.add_argument("--out")
    settings = parser.parse_args()
    return record(settings) if settings.command == "record" else run(settings)


if __name__ == "__main__":
    sys.exit(main())
