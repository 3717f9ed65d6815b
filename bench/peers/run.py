#!/usr/bin/env python3
"""Race Synod's explicit engine against SPIN and Rumur on the same protocols.

usage: run.py SYNOD [--quick | --long] [--runs=N] [--limit=SECONDS] [PROTOCOL...]

SYNOD is the program to race, or - to run the peers alone.  For every protocol and size
the peers are generated, compiled (not timed) and run on one core; of N runs (default 3;
1 when a run takes over 20 s) the one with the median CPU time counts.  A tool that is
not installed is reported and left out.  Exit code: 1 if a tool finds an error, if SPIN
and Rumur disagree on a count, or if a count is not the one written down here.
"""
import json
import math
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, "..", "out", "peers")

# name: the models, the P test, the network of Synod that comes nearest to the peers' links,
# defines for SPIN's reduction, and for each mode the sizes with their known numbers of states.
PROTOCOLS = {
    "ring": dict(
        test="tcRing___nodes_{}", network="p2p", local=[],
        quick={6: 2206}, normal={8: 50152, 10: 1243826}, long={}),
    "two-phase-commit": dict(
        test="tcCommit___participants_{}", network="p2p", local=[],
        quick={4: 5602}, normal={6: 489610, 7: 4521604}, long={8: 41439202}),
    "german": dict(
        test=None, network=None, local=["-DLOCAL"],
        quick={3: 25110}, normal={4: 504360}, long={5: 10363302}),
    "german-messages": dict(
        test="tcGerman___caches_{}", network="p2p", local=["-DLOCAL"],
        quick={3: 2312}, normal={4: 29568, 5: 388808}, long={6: 5312928}),
    "paxos": dict(
        test="tcPaxos___proposers_{}", network="bag", local=[],
        quick={2: 98160}, normal={2: 98160}, long={3: 46524116}),
}


class Failure(Exception):
    """A tool could not be built or run; the race goes on without it."""


class Race:
    def __init__(self, synod, runs, limit):
        self.synod = synod
        self.runs = runs
        self.limit = limit
        self.measurer = os.path.join(OUT, "measure")
        self.is_good = True

    def complain(self, text):
        self.is_good = False
        print(f"  WRONG: {text}")

    def measure(self, command, folder):
        """Run a command; its exit status, CPU seconds, peak memory in bytes and output."""
        report = os.path.join(folder, "measure.txt")
        output = os.path.join(folder, "output.txt")
        done = []
        while len(done) < self.runs and not (done and done[-1][1] > 20):
            with open(output, "w") as f:
                subprocess.run([self.measurer, report, str(self.limit)] + command,
                               cwd=folder, stdout=f, stderr=subprocess.STDOUT, check=True)
            with open(report) as f:
                status, cpu, _, peak = f.read().split()
            with open(output, errors="replace") as f:
                done.append((int(status), float(cpu), int(peak), f.read()))
        done.sort(key=lambda run: run[1])
        return done[(len(done) - 1) // 2]


def build(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise Failure((done.stdout + done.stderr).strip() or f"{command[0]} failed")


def row(states, transitions, cpu, peak, note=""):
    return dict(states=states, transitions=transitions, cpu=cpu, peak=peak, note=note)


def run_spin(race, protocol, size, expected, folder, defines, flags):
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20 * 3 // 4
    build(["spin", f"-DN={size}", *defines, "-a", os.path.join(HERE, protocol + ".pml")], folder)
    build(["gcc", "-O3", "-w", "-DSAFETY", f"-DMEMLIM={memory}", *flags, "-o", "pan", "pan.c"], folder)
    slots = max(16, math.ceil(math.log2(expected or 2**22)))
    depth = 10000
    while True:
        status, cpu, peak, text = race.measure(["./pan", "-n", f"-m{depth}", f"-w{slots}"], folder)
        if "search depth too small" not in text:
            break
        depth *= 10
    states = re.search(r"([\d.e+]+) states, stored", text)
    transitions = re.search(r"([\d.e+]+) transitions", text)
    if states is None or "errors: 0" not in text or "out of memory" in text:
        raise Failure(f"no result (status {status})" if states is None or "errors: 0" in text
                      else "finds an error in the model")
    # SPIN counts the initial state as a transition too.
    return row(int(float(states[1])), int(float(transitions[1])) - 1, cpu, peak)


def run_rumur(race, protocol, size, folder):
    with open(os.path.join(HERE, protocol + ".m")) as f:
        text, count = re.subn(r"(?m)^  N: \d+;", f"  N: {size};", f.read())
    assert count == 1
    with open(os.path.join(folder, "model.m"), "w") as f:
        f.write(text)
    build(["rumur", "--symmetry-reduction", "off", "--deadlock-detection", "off", "--threads", "1",
           "--output", "model.c", "model.m"], folder)
    build(["gcc", "-std=c11", "-O3", "-w", "-mcx16", "-o", "model", "model.c", "-lpthread"], folder)
    status, cpu, peak, text = race.measure(["./model"], folder)
    found = re.search(r"(\d+) states, (\d+) rules fired", text)
    if found is None:
        raise Failure(f"no result (status {status})")
    if "No error found" not in text:
        raise Failure("finds an error in the model")
    return row(int(found[1]), int(found[2]), cpu, peak)


def run_synod(race, protocol, size, folder, network):
    name = PROTOCOLS[protocol]["test"].format(size)
    report = os.path.join(folder, "synod.json")
    if os.path.exists(report):
        os.remove(report)
    command = [race.synod, "check", os.path.join(HERE, protocol + ".p"), "-t", name,
               f"--json={report}", f"--max-time={race.limit}"]
    if network is not None:
        command.append(f"--network={network}")
    status, cpu, peak, text = race.measure(command, folder)
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
    return row(result["states"], result["transitions"], cpu, peak, note)


def print_table(rows, yardstick):
    print(f"  {'tool':<22}{'states':>12}{'transitions':>14}{'CPU s':>9}{'states/s':>12}"
          f"{'trans/s':>12}{'B/state':>9}{'time/SPIN':>11}{'speed/SPIN':>12}")
    for tool, r in rows:
        cpu = max(r["cpu"], 1e-4)
        line = (f"  {tool:<22}{r['states']:>12,}{r['transitions']:>14,}{cpu:>9.2f}"
                f"{r['states'] / cpu:>12,.0f}{r['transitions'] / cpu:>12,.0f}"
                f"{r['peak'] / max(r['states'], 1):>9,.0f}")
        if yardstick is not None:
            own = max(yardstick["cpu"], 1e-4)
            line += f"{cpu / own:>11.2f}"
            line += f"{r['transitions'] / cpu / max(yardstick['transitions'] / own, 1e-9):>12.2f}"
        print(line + ("  " + r["note"] if r["note"] else ""))


def differ(one, other):
    """Whether two pairs of counts differ; SPIN rounds to eight digits."""
    return any(abs(a - b) > 1e-7 * max(a, b) for a, b in zip(one, other))


def compare(race, protocol, size, expected):
    p = PROTOCOLS[protocol]
    print(f"\n{protocol}, {size}")
    contenders = []
    if shutil.which("spin") and shutil.which("gcc"):
        contenders.append(("SPIN", lambda d: run_spin(race, protocol, size, expected, d, [], ["-DNOREDUCE"])))
        contenders.append(("SPIN, its reduction",
                           lambda d: run_spin(race, protocol, size, expected, d, p["local"], [])))
    if shutil.which("rumur") and shutil.which("gcc"):
        contenders.append(("Rumur", lambda d: run_rumur(race, protocol, size, d)))
    if race.synod is not None and p["test"] is not None:
        contenders.append(("Synod", lambda d: run_synod(race, protocol, size, d, None)))
        contenders.append((f"Synod, {p['network']}",
                           lambda d: run_synod(race, protocol, size, d, p["network"])))
    rows, failures = [], []
    for tool, run in contenders:
        folder = os.path.join(OUT, f"{protocol}-{size}-{re.sub('[^a-z0-9]+', '-', tool.lower())}")
        os.makedirs(folder, exist_ok=True)
        try:
            rows.append((tool, run(folder)))
        except Failure as failure:
            failures.append(f"{tool}: {failure}")
    found = dict(rows)
    print_table(rows, found.get("SPIN"))
    for text in failures:
        race.complain(text)
    counts = {tool: (found[tool]["states"], found[tool]["transitions"])
              for tool in ("SPIN", "Rumur") if tool in found}
    if len(counts) == 2 and differ(counts["SPIN"], counts["Rumur"]):
        race.complain(f"SPIN and Rumur count differently: {counts}")
    for tool, (states, _) in counts.items():
        if expected is not None and states != expected:
            race.complain(f"{tool} has {states:,} states, not {expected:,}")
    sys.stdout.flush()


def main():
    options = [a for a in sys.argv[1:] if a.startswith("--")]
    names = [a for a in sys.argv[1:] if not a.startswith("--")]
    settings = {"runs": 3, "limit": 900}
    modes = ["normal"]
    for option in options:
        key, _, value = option[2:].partition("=")
        if option == "--quick":
            modes = ["quick"]
        elif option == "--long":
            modes = ["normal", "long"]
        elif key in settings and value.isdigit() and int(value) > 0:
            settings[key] = int(value)
        else:
            sys.exit(__doc__)
    if not names or any(name not in PROTOCOLS for name in names[1:]):
        sys.exit(__doc__ + "\nprotocols: " + ", ".join(PROTOCOLS))
    synod = None if names[0] == "-" else shutil.which(names[0])
    if names[0] != "-" and synod is None:
        print(f"{names[0]} is not there: Synod is left out")
    if not shutil.which("gcc"):
        sys.exit("gcc is needed, also for measuring")
    for tool in ("spin", "rumur"):
        if not shutil.which(tool):
            print(f"{tool} is not installed: it is left out")
    os.makedirs(OUT, exist_ok=True)
    race = Race(os.path.abspath(synod) if synod else None, settings["runs"], settings["limit"])
    build(["gcc", "-O2", "-o", race.measurer, os.path.join(HERE, "measure.c")], HERE)
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for protocol in names[1:] or PROTOCOLS:
        for mode in modes:
            for size, expected in PROTOCOLS[protocol][mode].items():
                compare(race, protocol, size, expected)
    return 0 if race.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
