#!/usr/bin/env python3
"""Race Synod's explicit and reduced engines against SPIN and Rumur on the same protocols.

usage: run.py SYNOD [--quick | --long] [--runs N] [--limit SECONDS] [--cores N]
              [--out FILE] [PROTOCOL...]

SYNOD is the program to race, or - to run the peers alone.  Every protocol has a small and
a large instance.  The peers are generated and compiled (not timed), then every tool runs on
one core; the run with the median CPU time of N counts (default 3; a long
run counts alone).  A tool that is not installed is reported and left out.

--quick leaves out what takes long (2 minutes in all, 10 without it); --long adds instances
that need 12 GB and most of an hour.  --cores N races Synod with N threads against Synod with
one.  --out writes everything to a Markdown file, with the machine it was measured on.

The last lines are for programs: "verdict: MODEL ...", "reduced: MODEL ..." and "peers: MODEL spin=RATIO
rumur=RATIO bytes=N"; README.md says what they mean.  Exit code: 1 if a tool finds an error
or if a count is not the one that it must be.
"""
import argparse
import datetime
import json
import math
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from report import Report, machine

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, "..", "out", "peers")
SPIN, REDUCED, RUMUR, SYNOD = "SPIN", "SPIN, its reduction", "Rumur", "Synod"
SYMMETRIC = "Rumur, symmetry"
LONG_RUN = {"quick": 1.5, "normal": 10, "long": 10}  # seconds: such a run is not repeated


def power_of_two(size):
    return 2 ** size["N"]


# What a protocol has: the test of its P model; the network of Synod that is the peers' links; how
# many states Synod has more than the peers, for it starts machines one by one; whether that is
# all the difference, in transitions too; and its instances, from small to large.  An instance
# is its size, its known number of states, and who takes part in a quick run, a normal and a long one.
# "own" is a larger instance for P's own network, in a normal run; "threads" one that takes seconds,
# where the largest does not; "depth" is SPIN's stack where
# 10,000 steps are too few; "reduced" is what the model needs so that SPIN's reduction can work.
ALL = {SPIN, REDUCED, RUMUR, SYNOD}
PROTOCOLS = {
    "two-phase-commit": dict(
        test="tcCommit___participants_{N}", network="p2p",
        extra=lambda s: s["N"] + 1, is_same=True,
        instances=[({"N": 6}, 489610, ALL, ALL, ALL),
                   ({"N": 7}, 4521604, ALL - {RUMUR}, ALL, ALL),
                   ({"N": 8}, 41439202, set(), set(), ALL - {RUMUR})],
        own={"N": 10}, threads={"N": 8}),
    "paxos": dict(
        test="tcPaxos___proposers_{N}__acceptors_{A}", network="bag",
        extra=lambda s: s["A"] + 1 + power_of_two(s), is_same=False,
        instances=[({"N": 2, "A": 3}, 98160, ALL, ALL, ALL),
                   ({"N": 2, "A": 4}, 1747604, ALL - {RUMUR}, ALL, ALL),
                   ({"N": 3, "A": 3}, 46524116, set(), {SPIN, SYNOD}, ALL - {RUMUR})],
        own={"N": 4, "A": 3}),
    "german": dict(
        test="tcGerman___caches_{N}", network="p2p",
        extra=lambda s: s["N"] + 1, is_same=True,
        instances=[({"N": 5}, 492900, ALL, ALL, ALL),
                   ({"N": 6}, 12072321, {REDUCED, SYNOD}, ALL, ALL)],
        own=None, depth=200000),
    "ring": dict(
        test="tcRing___nodes_{N}", network="p2p", extra=power_of_two, is_same=False,
        instances=[({"N": 8}, 50152, ALL, ALL, ALL),
                   ({"N": 10}, 1243826, ALL - {RUMUR}, set(), set()),
                   ({"N": 11}, 6331175, set(), ALL, ALL)],
        own=None, threads={"N": 12}),
    "german-slots": dict(
        test=None, network=None, extra=None, is_same=False,
        instances=[({"N": 4}, 504360, set(), ALL, ALL),
                   ({"N": 5}, 10363302, set(), set(), ALL)],
        own=None, depth=1000000, reduced=["-DLOCAL"]),
}
MODES = ["quick", "normal", "long"]


class Failure(Exception):
    """A tool could not be built or run; the race goes on without it."""


class Race(Report):
    def __init__(self, synod, settings):
        super().__init__()
        self.synod = synod
        self.settings = settings
        self.measurer = os.path.join(OUT, "measure")
        self.core = min(os.sched_getaffinity(0))
        self.cores = sorted(os.sched_getaffinity(0))

    def measure(self, command, folder, cores=1):
        """Run a command; its exit status, CPU seconds, wall seconds, peak bytes and output."""
        report = os.path.join(folder, "measure.txt")
        output = os.path.join(folder, "output.txt")
        allowed = {self.core} if cores == 1 else set(self.cores)
        done = []
        enough = LONG_RUN[self.settings.mode]
        while len(done) < self.settings.runs and not (done and done[-1][1] > enough):
            with open(output, "w") as f:
                subprocess.run([self.measurer, report, str(self.settings.limit * cores)] + command,
                               cwd=folder, stdout=f, stderr=subprocess.STDOUT, check=True,
                               preexec_fn=lambda: os.sched_setaffinity(0, allowed))
            with open(report) as f:
                status, cpu, wall, peak = f.read().split()
            with open(output, errors="replace") as f:
                done.append((int(status), float(cpu), float(wall), int(peak), f.read()))
        done.sort(key=lambda run: run[1])
        return done[(len(done) - 1) // 2]


def build(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise Failure((done.stdout + done.stderr).strip() or f"{command[0]} failed")


def size_name(size):
    return "x".join(str(n) for n in size.values())


def row(states, transitions, cpu, wall, peak, note=""):
    return dict(states=states, transitions=transitions, cpu=max(cpu, 1e-4), wall=max(wall, 1e-4),
                peak=peak, note=note)


def rate(r):
    return r["transitions"] / r["cpu"]


# ---- The tools ----

def run_spin(race, protocol, size, expected, folder, is_reduced):
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20 * 3 // 4
    defines = [f"-D{name}={value}" for name, value in size.items()]
    if is_reduced:
        defines += PROTOCOLS[protocol].get("reduced", [])
    flags = [] if is_reduced else ["-DNOREDUCE"]
    build(["spin", *defines, "-a", os.path.join(HERE, protocol + ".pml")], folder)
    build(["gcc", "-O2", "-w", "-DSAFETY", f"-DMEMLIM={memory}", *flags, "-o", "pan", "pan.c"], folder)
    slots = max(16, math.ceil(math.log2(expected)))
    depth = PROTOCOLS[protocol].get("depth", 10000)
    while True:
        status, cpu, wall, peak, text = race.measure(["./pan", "-n", f"-m{depth}", f"-w{slots}"], folder)
        if "search depth too small" not in text:
            break
        depth *= 10
    states = re.search(r"([\d.e+]+) states, stored", text)
    transitions = re.search(r"([\d.e+]+) transitions", text)
    if states is None or "errors: 0" not in text or "out of memory" in text:
        raise Failure(f"no result (status {status})" if states is None or "errors: 0" in text
                      else "finds an error in the model")
    # SPIN counts the initial state as a transition too.
    return row(int(float(states[1])), int(float(transitions[1])) - 1, cpu, wall, peak)


def run_rumur(race, protocol, size, folder, symmetry="off"):
    with open(os.path.join(HERE, protocol + ".m")) as f:
        text = f.read()
    for name, value in size.items():
        text, count = re.subn(rf"(?m)^  {name}: \d+;", f"  {name}: {value};", text)
        assert count == 1
    with open(os.path.join(folder, "model.m"), "w") as f:
        f.write(text)
    build(["rumur", "--symmetry-reduction", symmetry, "--deadlock-detection", "off", "--threads", "1",
           "--output", "model.c", "model.m"], folder)
    build(["gcc", "-std=c11", "-O2", "-w", "-mcx16", "-o", "model", "model.c", "-lpthread"], folder)
    status, cpu, wall, peak, text = race.measure(["./model"], folder)
    found = re.search(r"(\d+) states, (\d+) rules fired", text)
    if found is None:
        raise Failure(f"no result (status {status})")
    if "No error found" not in text:
        raise Failure("finds an error in the model")
    return row(int(found[1]), int(found[2]), cpu, wall, peak)


def run_synod(race, protocol, size, folder, network, cores=1, engine="explicit"):
    name = PROTOCOLS[protocol]["test"].format(**size)
    report = os.path.join(folder, "synod.json")
    if os.path.exists(report):
        os.remove(report)
    command = [race.synod, "check", os.path.join(HERE, protocol + ".p"), "-t", name, "-j", str(cores),
               f"--engine={engine}", f"--network={network}", f"--json={report}", f"--max-time={race.settings.limit}"]
    status, cpu, wall, peak, text = race.measure(command, folder, cores)
    if status not in (0, 1, 3) or not os.path.exists(report):
        lines = text.strip().splitlines()
        raise Failure(f"no result (status {status}{': ' + lines[-1] if lines else ''})")
    with open(report) as f:
        results = [r for r in json.load(f)["results"] if r["test"] == name]
    if len(results) != 1:
        raise Failure(f"no result for {name}")
    result = results[0]
    if result["verdict"] == "violated":
        raise Failure("finds a violation: " + result.get("violation", {}).get("message", "?"))
    note = "" if result["verdict"] == "exhausted" else result["verdict"]
    return row(result["states"], result["transitions"], cpu, wall, peak, note)


# ---- One instance ----

def contenders(race, protocol, size, expected, who):
    """Name and run of each tool that takes part and is there."""
    p = PROTOCOLS[protocol]
    result = []
    if SPIN in who and shutil.which("spin"):
        result.append((SPIN, lambda d: run_spin(race, protocol, size, expected, d, False)))
    if REDUCED in who and shutil.which("spin"):
        result.append((REDUCED, lambda d: run_spin(race, protocol, size, expected, d, True)))
    if RUMUR in who and shutil.which("rumur"):
        result.append((RUMUR, lambda d: run_rumur(race, protocol, size, d)))
        result.append((SYMMETRIC, lambda d: run_rumur(race, protocol, size, d, "heuristic")))
    if SYNOD in who and race.synod is not None and p["test"] is not None:
        for network in (p["network"], "mbox"):
            result.append((f"{SYNOD}, {network}",
                           lambda d, n=network: run_synod(race, protocol, size, d, n)))
            result.append((f"{SYNOD}, {network}, reduced",
                           lambda d, n=network: run_synod(race, protocol, size, d, n, engine="reduced")))
    return result


def run_all(race, protocol, size, tools):
    """The rows of the tools, in order; what fails is reported."""
    rows = {}
    for tool, run in tools:
        short = re.sub("[^a-z0-9]+", "-", tool.lower())
        folder = os.path.join(OUT, f"{protocol}-{size_name(size)}-{short}")
        os.makedirs(folder, exist_ok=True)
        try:
            rows[tool] = run(folder)
        except Failure as failure:
            race.complain(f"{tool}: {failure}")
    return rows


def show_table(race, rows):
    yardstick = rows.get(SPIN)
    race.say(f"  {'tool':<22}{'states':>12}{'transitions':>14}{'CPU s':>9}{'states/s':>12}"
             f"{'trans/s':>12}{'B/state':>9}{'time/SPIN':>11}{'speed/SPIN':>12}")
    for tool, r in rows.items():
        line = (f"  {tool:<22}{r['states']:>12,}{r['transitions']:>14,}{r['cpu']:>9.2f}"
                f"{r['states'] / r['cpu']:>12,.0f}{rate(r):>12,.0f}"
                f"{r['peak'] / max(r['states'], 1):>9,.0f}")
        if yardstick is not None:
            line += f"{r['cpu'] / yardstick['cpu']:>11.2f}{rate(r) / rate(yardstick):>12.2f}"
        race.say(line + ("  " + r["note"] if r["note"] else ""))


def differ(one, other):
    """Whether two counts differ; SPIN rounds to eight digits."""
    return abs(one - other) > 1e-7 * max(one, other)


def check_counts(race, protocol, size, expected, rows):
    p = PROTOCOLS[protocol]
    transitions = None
    for tool in (SPIN, RUMUR):
        if tool not in rows:
            continue
        if differ(rows[tool]["states"], expected):
            race.complain(f"{tool} has {rows[tool]['states']:,} states, not {expected:,}")
        if transitions is not None and differ(rows[tool]["transitions"], transitions):
            race.complain("SPIN and Rumur have different numbers of transitions")
        transitions = rows[tool]["transitions"]
    ours = rows.get(f"{SYNOD}, {p['network']}")
    if ours is None or ours["note"]:
        return
    extra = p["extra"](size)
    if ours["states"] != expected + extra:
        race.complain(f"Synod has {ours['states']:,} states, not {expected:,} + {extra:,}")
    if p["is_same"] and transitions is not None and differ(ours["transitions"], transitions + extra):
        race.complain(f"Synod has {ours['transitions']:,} transitions, not {transitions:,} + {extra:,}")


def scaling(race, protocol, size):
    """How much faster in wall time N threads are than one."""
    cores = race.settings.cores
    network = PROTOCOLS[protocol]["network"]
    tools = [(f"{n} threads", lambda d, n=n: run_synod(race, protocol, size, d, network, n))
             for n in (1, cores)]
    rows = run_all(race, protocol, size, tools)
    if len(rows) < 2:
        return None
    one, many = rows["1 threads"], rows[f"{cores} threads"]
    if one["states"] != many["states"] or one["transitions"] != many["transitions"]:
        race.complain(f"other counts with {cores} threads")
    return one["wall"] / many["wall"]


# ---- One protocol ----

def largest(results, *tools):
    """The rows of the largest instance in which all of these have finished, or None."""
    for rows in reversed(results):
        if all(tool in rows and not rows[tool]["note"] for tool in tools):
            return [rows[tool] for tool in tools]
    return None


def ratio(pair, value):
    return "-" if pair is None else f"{value(pair[0]) / value(pair[1]):.2f}"


def summary(protocol, results):
    ours, own = f"{SYNOD}, {PROTOCOLS[protocol]['network']}", f"{SYNOD}, mbox"
    if largest(results, ours) is None:
        return []
    lines = []
    pair = largest(results, REDUCED, own)
    if pair is not None:
        lines.append(f"verdict: {protocol} spin-reduced={pair[0]['cpu']:.2f}s synod={pair[1]['cpu']:.2f}s "
                     f"ahead={ratio(pair, lambda r: r['cpu'])}")
    less = f"{ours}, reduced"
    lines.append(f"reduced: {protocol} spin-reduced={ratio(largest(results, REDUCED, less), lambda r: r['cpu'])} "
                 f"rumur-symmetry={ratio(largest(results, SYMMETRIC, less), lambda r: r['cpu'])}")
    best = largest(results, ours)[0]
    lines.append(f"peers: {protocol} spin={ratio(largest(results, ours, SPIN), rate)} "
                 f"rumur={ratio(largest(results, ours, RUMUR), rate)} "
                 f"bytes={best['peak'] / best['states']:.0f}")
    return lines


def race_protocol(race, protocol, mode):
    results, last = [], None
    p = PROTOCOLS[protocol]
    for size, expected, *groups in p["instances"]:
        tools = contenders(race, protocol, size, expected, groups[MODES.index(mode)])
        if not tools:
            continue
        race.say(f"\n{protocol}, {size_name(size)}")
        rows = run_all(race, protocol, size, tools)
        show_table(race, rows)
        check_counts(race, protocol, size, expected, rows)
        results.append(rows)
        last = size
    if p["own"] is not None and race.synod is not None and mode != "quick":
        race.say(f"\n{protocol}, {size_name(p['own'])}")
        show_table(race, run_all(race, protocol, p["own"], [
            (f"{SYNOD}, mbox", lambda d: run_synod(race, protocol, p["own"], d, "mbox"))]))
    lines = summary(protocol, results) if p["test"] is not None else []
    if race.settings.cores > 1 and race.synod is not None and p["test"] is not None and last is not None:
        size = last if mode == "quick" else p.get("threads", last)
        factor = scaling(race, protocol, size)
        if factor is not None:
            lines.insert(0, f"threads: {protocol} {size_name(size)} {race.settings.cores}={factor:.2f}")
    return lines


# ---- The report ----

def output_of(command):
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    except OSError:
        return "not installed"
    return (done.stdout.strip().splitlines() or ["?"])[0]


def write_report(path, race):
    command = " ".join(["bench/peers/run.py", *sys.argv[1:]])
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    with open(path, "w") as f:
        f.write("# Synod against SPIN and Rumur\n\n")
        f.write(f"{datetime.date.today()}, with `{command}`.\n\n")
        f.write(f"* {machine()}\n")
        f.write(f"* compiler: {output_of(['gcc', '--version'])}\n")
        f.write(f"* {output_of(['spin', '-V'])}; {output_of(['rumur', '--version'])}\n")
        if race.synod is not None:
            f.write(f"* {output_of([race.synod, '--version'])}\n")
        f.write("\nOne core, CPU seconds; [peers/README.md](../peers/README.md) says what the columns mean.\n\n")
        f.write("```\n" + "\n".join(race.text).strip() + "\n```\n")


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("synod")
    parser.add_argument("protocols", nargs="*")
    parser.add_argument("--quick", action="store_const", dest="mode", const="quick", default="normal")
    parser.add_argument("--long", action="store_const", dest="mode", const="long")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=int, default=900)
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--out")
    settings = parser.parse_intermixed_args()
    for name in settings.protocols:
        if name not in PROTOCOLS:
            sys.exit(f"no protocol {name}; there are: " + ", ".join(PROTOCOLS))
    return settings


def main():
    settings = arguments()
    synod = None if settings.synod == "-" else shutil.which(settings.synod)
    if settings.synod != "-" and synod is None:
        print(f"{settings.synod} is not there: Synod is left out")
    if not shutil.which("gcc"):
        sys.exit("gcc is needed, also for measuring")
    for tool in ("spin", "rumur"):
        if not shutil.which(tool):
            print(f"{tool} is not installed: it is left out")
    os.makedirs(OUT, exist_ok=True)
    race = Race(os.path.abspath(synod) if synod else None, settings)
    build(["gcc", "-O2", "-o", race.measurer, os.path.join(HERE, "measure.c")], HERE)
    lines = []
    for protocol in settings.protocols or PROTOCOLS:
        lines += race_protocol(race, protocol, settings.mode)
    race.say()
    for kind in ("threads:", "verdict:", "reduced:", "peers:"):
        for line in lines:
            if line.startswith(kind):
                race.say(line)
    if settings.out:
        write_report(settings.out, race)
    return 0 if race.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
